import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isJsonObject, type Json, type JsonObject, type ProviderName } from '@palimpsest/domain';

const folders: Readonly<Record<string, ProviderName>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  gemini: 'gemini',
  openrouter: 'openrouter',
  compatible: 'openai_compatible',
};

export type Recording = {
  readonly name: string;
  readonly provider: ProviderName;
  readonly isStream: boolean;
  /** The body, or the stream with the framing put back that the recording leaves out. */
  readonly bytes: Uint8Array;
  readonly payloads: readonly Json[];
};

function frame(payload: Json, provider: ProviderName): string {
  const event = provider === 'anthropic' && isJsonObject(payload) ? `event: ${JSON.stringify(payload.type)}\n` : '';
  const text = `${event}data: ${JSON.stringify(payload)}\n\n`;
  return provider === 'gemini' ? text.replaceAll('\n', '\r\n') : text;
}

function read(folder: string, file: string, provider: ProviderName): Recording {
  const text = readFileSync(join(folder, file), 'utf8');
  const isStream = file.endsWith('.chunks.txt');
  const lines = isStream ? text.split('\n').filter((line) => line !== '') : [text];
  const payloads = lines.map((line) => JSON.parse(line) as Json);
  const bytes = isStream ? payloads.map((payload) => frame(payload, provider)).join('') : text;
  return { name: join(basename(folder), file), provider, isStream, bytes: Buffer.from(bytes), payloads };
}

/** Answers of real providers, kept outside the repository: `*.json` is a whole body, `*.chunks.txt` a stream with one event's JSON a line. */
export const readRecordings = (folder: string): readonly Recording[] =>
  Object.entries(folders).flatMap(([name, provider]) => {
    const inner = join(folder, name);
    return existsSync(inner) ? readdirSync(inner).map((file) => read(inner, file, provider)) : [];
  });

/** Every member of every object, in order: what the recordings hold is found without knowing how they are decoded. */
export function* membersOf(value: Json | undefined): Iterable<readonly [key: string, value: Json, parent: JsonObject]> {
  if (Array.isArray(value)) for (const entry of value as readonly Json[]) yield* membersOf(entry);
  if (!isJsonObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield [key, member, value];
    yield* membersOf(member);
  }
}
