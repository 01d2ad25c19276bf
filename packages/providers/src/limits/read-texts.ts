import type { ToldMetric, ToldPeriod } from '@palimpsest/domain';
import type { Facts } from '../classification/facts.ts';
import type { UnplacedLimit } from './limit-reader.ts';

/**
 * Sentences in which errors name a limit. Groups: `limit`, and where they are told `metric`, `period`, `used`, `requested`.
 * platform.openai.com, "Error codes"; console.groq.com/docs/rate-limits; docs.anthropic.com, "Rate limits"; docs.together.ai.
 */
const sentences: readonly RegExp[] = [
  /on (?<metric>requests|(?:input |output )?tokens) per (?<period>min(?:ute)?|day)(?: \([A-Z]{3,4}\))?: Limit (?<limit>\d{1,3}(?:,\d{3})+|\d{1,15})(?:, Used (?<used>\d{1,3}(?:,\d{3})+|\d{1,15}))?(?:, Requested (?<requested>\d{1,3}(?:,\d{3})+|\d{1,15}))?/i,
  /on (?<metric>requests|tokens) per (?:min|day)\. Limit: (?<limit>\d{1,3}(?:,\d{3})+|\d{1,15}) ?\/ ?(?<period>min|day)/i,
  /rate limit (?:is|of) (?<limit>\d{1,3}(?:,\d{3})+|\d{1,15}) (?<metric>requests|queries|(?:input |output )?tokens) per (?<period>second|minute|hour|day)/i,
];

const metrics: Readonly<Record<string, ToldMetric>> = {
  requests: 'requests',
  queries: 'requests',
  tokens: 'tokens',
  'input tokens': 'input-tokens',
  'output tokens': 'output-tokens',
};
const periods: Readonly<Record<string, ToldPeriod>> = {
  second: 'second',
  min: 'minute',
  minute: 'minute',
  hour: 'hour',
  day: 'day',
};

/** What the text of an error tells: the limit that stood in the way, and what was left of it. */
export function readTexts(facts: Facts): readonly UnplacedLimit[] {
  const groups = sentences.map((sentence) => sentence.exec(facts.text)?.groups).find((found) => found !== undefined);
  const metric = metrics[groups?.metric?.toLowerCase() ?? ''];
  const period = periods[groups?.period?.toLowerCase() ?? ''];
  const limit = numberIn(groups?.limit);
  if (metric === undefined || period === undefined || limit === undefined || limit === 0) return [];
  const requested = numberIn(groups?.requested);
  const remaining = left(limit, numberIn(groups?.used), facts.text);
  return [
    {
      metric,
      period,
      refill: 'drip',
      limit,
      ...(remaining === undefined ? {} : { remaining }),
      ...(requested === undefined ? {} : { requested }),
      source: 'error',
      confidence: 'told',
    },
  ];
}

/** A request that is larger than the whole limit says nothing of what is left of it. */
function left(limit: number, used: number | undefined, text: string): number | undefined {
  if (used !== undefined) return Math.max(0, limit - used);
  return /too large/i.test(text) ? undefined : 0;
}

const numberIn = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text.replaceAll(',', ''));
