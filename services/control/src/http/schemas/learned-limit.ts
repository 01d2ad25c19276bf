import { formatUsd, type LearnedLimit, type ToldMetric } from '@palimpsest/domain';
import { z } from 'zod';
import { time, timeOf, timeOrNull } from './values.ts';

const amount = z.union([z.int(), z.string()]).nullable();

/** What a provider said of one of its own limits, and what is left of it by what was used since. */
export const learnedLimitSchema = z
  .object({
    metric: z.enum(['requests', 'tokens', 'input_tokens', 'output_tokens', 'cost']),
    period: z.enum(['second', 'minute', 'hour', 'day', 'month', 'unknown']),
    amount: amount.meta({ description: 'A number; USD as a decimal string for `cost`; null where it was not told.' }),
    remaining: amount.meta({ description: 'As `amount`; null where it is no longer known.' }),
    resets_at: time.nullable().meta({ description: 'When all of it is back, if nothing more is used.' }),
    model: z.string().nullable().meta({ description: 'As the provider counts it; null: all models together.' }),
    source: z.enum(['header', 'error', 'poll']),
    confidence: z.enum(['told', 'inferred']),
    told_at: time,
  })
  .meta({ id: 'LearnedLimit' });

type LearnedLimitView = z.output<typeof learnedLimitSchema>;

const metrics: Readonly<Record<ToldMetric, LearnedLimitView['metric']>> = {
  requests: 'requests',
  tokens: 'tokens',
  'input-tokens': 'input_tokens',
  'output-tokens': 'output_tokens',
  cost: 'cost',
};

/** Those of all models first, then by name. */
export const learnedLimitViews = (learned: readonly LearnedLimit[]): LearnedLimitView[] =>
  learned.map(view).sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));

const placeOf = ({ model, metric, period }: LearnedLimitView): string => `${model ?? ''} ${metric} ${period}`;

const view = (learned: LearnedLimit): LearnedLimitView => ({
  metric: metrics[learned.metric],
  period: learned.period,
  amount: amountOf(learned.metric, learned.limit),
  remaining: amountOf(learned.metric, learned.remaining),
  resets_at: timeOrNull(learned.resetsAtMs),
  model: learned.model ?? null,
  source: learned.source,
  confidence: learned.confidence,
  told_at: timeOf(learned.toldAtMs),
});

/** What is left of a limit that drips has fractions, and falls below nothing where more was used than was left. */
function amountOf(metric: ToldMetric, amountOrNull: number | null): number | string | null {
  if (amountOrNull === null) return null;
  const whole = Math.max(0, Math.floor(amountOrNull));
  return metric === 'cost' ? formatUsd(BigInt(whole)) : whole;
}
