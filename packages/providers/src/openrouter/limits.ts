import { isJsonObject, type JsonObject } from '@palimpsest/domain';
import { type Facts, readFacts } from '../classification/facts.ts';
import { type LimitReader, placed, type UnplacedLimit } from '../limits/limit-reader.ts';
import { headerReader } from '../limits/read-headers.ts';

/** openrouter.ai/docs/api-reference/limits, as of 2026-11: free models share one limit of the account, a day is one in UTC. */
export const freeModels = '*:free';
export const utcDay = { period: 'day', timeZone: 'UTC' } as const;

/** Told with errors alone, in the headers or repeated in the body; the reset is a moment in ms. */
const readHeaders = headerReader([{ name: /^x-ratelimit-(?<part>limit|remaining|reset)$/, metric: 'requests' }]);

function repeatedHeaders(facts: Facts): Readonly<Record<string, string>> {
  const repeated = facts.layers
    .map(({ metadata }) => (isJsonObject(metadata) ? metadata.headers : undefined))
    .find((headers): headers is JsonObject => isJsonObject(headers));
  return Object.fromEntries(
    Object.entries(repeated ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name.toLowerCase(), String(value)]] : [],
    ),
  );
}

const isOfDay = (facts: Facts): boolean => /free-models-per-day/i.test(facts.text);
const isOfMinute = (facts: Facts): boolean => /free-models-per-min/i.test(facts.text);

function withPeriod(told: UnplacedLimit, facts: Facts): UnplacedLimit {
  const from = { ...told, source: 'error' } as const;
  if (isOfDay(facts)) return { ...from, ...utcDay, refill: 'calendar', confidence: 'told' };
  return isOfMinute(facts) ? { ...from, period: 'minute', refill: 'window', confidence: 'told' } : from;
}

const countedAs = (model: string): string => (model.endsWith(':free') ? freeModels : model);

export const limits: LimitReader = {
  read({ model, status, headers, body }) {
    if (status !== 429) return [];
    const facts = readFacts(status, headers, body);
    const told = readHeaders({ ...headers, ...repeatedHeaders(facts) });
    return placed(
      countedAs(model),
      told.map((one) => withPeriod(one, facts)),
    );
  },
  countedAs,
  calendars: [utcDay],
};
