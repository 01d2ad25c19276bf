import { isJsonObject, type Json, type JsonObject, type Usage, usageOf } from '@palimpsest/domain';

/** The API's own counts, as far as they are known. */
export type NativeUsage = Readonly<Record<string, Json | undefined>>;

/**
 * A later report over an earlier one. The counts are totals, not increments; a zero or a missing count in a later report
 * means that this server does not repeat it there.
 */
export function mergeUsage(before: NativeUsage, report: JsonObject): NativeUsage {
  const told = counted.filter((name) => (report[name] ?? 0) !== 0);
  return { ...before, ...Object.fromEntries(told.map((name) => [name, report[name]])) };
}

/** What is read of a report. */
const counted = [
  'input_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'output_tokens',
  'output_tokens_details',
];

/** `input_tokens` leaves out what was read from and written to the cache, `output_tokens` includes thinking. */
export function convertUsage(native: NativeUsage): Usage {
  const cachedTokens = count(native.cache_read_input_tokens);
  const cacheWriteTokens = count(native.cache_creation_input_tokens);
  const details = isJsonObject(native.output_tokens_details) ? native.output_tokens_details : {};
  return usageOf({
    promptTokens: count(native.input_tokens) + cachedTokens + cacheWriteTokens,
    cachedTokens,
    cacheWriteTokens,
    completionTokens: count(native.output_tokens),
    reasoningTokens: count(details.thinking_tokens),
  });
}

const count = (value: Json | undefined): number => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0);
