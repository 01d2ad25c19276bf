import type { JsonObject } from '@palimpsest/domain';
import { readFacts } from '../classification/facts.ts';

/** An answer, whatever its status. Header names are lower-case; `body` is that of a failure, else empty. */
type AccountEvidence = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

/** The account behind a key, as its provider names it in an answer; `undefined`: it does not. Pure and total. */
export type AccountReader = (evidence: AccountEvidence) => string | undefined;

const longest = 200;

/** These headers together name the account; without the first of them none of them does. */
export const byHeaders =
  (...names: readonly string[]): AccountReader =>
  ({ headers }) => {
    const [whole, ...parts] = names.map((name) => headers[name]?.trim() ?? '');
    if (whole === undefined || whole === '') return undefined;
    return [whole, ...parts].join(' ').trim().slice(0, longest);
  };

/** Refusals alone name the account: in a member of one of their objects, or in a text whose first group it is. */
export const byRefusal =
  (member: (layer: JsonObject) => unknown, texts: readonly RegExp[]): AccountReader =>
  ({ body }) => {
    if (body === '') return undefined;
    const { layers } = readFacts(null, {}, body);
    const named = layers.map(member).find((value) => typeof value === 'string' && value !== '');
    if (typeof named === 'string') return named.slice(0, longest);
    const said = layers.flatMap(({ message, error }) => [message, error]).filter((text) => typeof text === 'string');
    return texts.map((form) => form.exec(said.join('\n').slice(0, 4000))?.[1]).find((name) => name !== undefined);
  };
