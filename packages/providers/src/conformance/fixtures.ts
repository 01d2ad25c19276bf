import { readdirSync, readFileSync } from 'node:fs';
import { type ChatEvent, type FoldedAnswer, foldAnswer } from '@palimpsest/domain';
import { providers } from '../index.ts';
import type { Decoded, Provider } from '../provider.ts';
import { type Scenario, scenarios } from './scenarios.ts';

const folderOf = (provider: Provider): URL => new URL(`../${provider.name.replace('_', '-')}/`, import.meta.url);

export const allProviders: readonly Provider[] = Object.values(providers);

export const sourceFiles = (provider: Provider): readonly string[] => readdirSync(folderOf(provider));

/** The wire forms of one scenario at one provider. */
export type Fixture = { readonly plain: string; readonly stream: Uint8Array };

export function readFixture(provider: Provider, scenario: string): Fixture {
  const folder = new URL(`__fixtures__/${scenario}/`, folderOf(provider));
  return {
    plain: readFileSync(new URL('plain.json', folder), 'utf8'),
    stream: readFileSync(new URL('stream.sse', folder)),
  };
}

/** Every pair of provider and scenario, as a table for `it.each`. */
export const everyAnswer: readonly (readonly [provider: string, scenario: string, Provider, Scenario])[] =
  allProviders.flatMap((provider) =>
    scenarios.map((scenario) => [provider.name, scenario.name, provider, scenario] as const),
  );

/** What a body comes to that comes in these reads and then ends, by itself or in `error`. */
export function decodeReads(provider: Provider, reads: readonly Uint8Array[], error?: Error): readonly Decoded[] {
  const decoder = provider.decodeStream();
  return [...reads.flatMap((read) => decoder.take(Buffer.from(read))), ...decoder.end(error)];
}

/** The answer that the events make up; fails where they end otherwise than well. */
export function wholeAnswer(events: readonly Decoded[]): FoldedAnswer {
  const last = events.at(-1);
  if (last?.type !== 'answer-end') throw new Error(`no whole answer: ${JSON.stringify(last)}`);
  return foldAnswer(events.filter((event): event is ChatEvent => event.type !== 'failure'));
}
