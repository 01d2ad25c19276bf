import type { LearnedLimit } from '../../api/schema.gen.ts';
import { count, usd } from '../../ui/amount.ts';

const amountOf = (metric: LearnedLimit['metric'], amount: number | string): string =>
  metric === 'cost' ? usd(String(amount)) : count(Number(amount));

/** `12 of 60 requests per minute, gpt-4o`; what is not known is left out. */
export function learnedWords({ metric, period, amount, remaining, model }: LearnedLimit): string {
  const noun = metric === 'cost' ? '' : ` ${metric.replace('_', ' ')}`;
  const per = period === 'unknown' ? '' : ` per ${period}`;
  const figures =
    amount === null
      ? `${remaining === null ? 'Some' : amountOf(metric, remaining)}${noun} left`
      : `${remaining === null ? '' : `${amountOf(metric, remaining)} of `}${amountOf(metric, amount)}${noun}`;
  return `${figures}${per}${model === null ? '' : `, ${model}`}`;
}
