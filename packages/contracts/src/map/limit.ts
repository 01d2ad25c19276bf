import { create } from '@bufbuild/protobuf';
import { type Limit, parseUsd, remembered } from '@palimpsest/domain';
import { LimitSchema, type Limit as ProtoLimit } from '../gen/palimpsest/control/v1/snapshot_pb.ts';
import { wordOf } from './word.ts';

const metrics = ['requests', 'tokens', 'cost', 'concurrent'] as const;
const periods = ['minute', 'day', 'month'] as const;

export const limitToProto = (limit: Limit): ProtoLimit =>
  limit.metric === 'concurrent'
    ? create(LimitSchema, { metric: limit.metric, amount: String(limit.amount), enforce: true })
    : create(LimitSchema, {
        metric: limit.metric,
        amount: String(limit.amount),
        period: limit.period,
        timeZone: limit.timeZone,
        models: [...(limit.models ?? [])],
        enforce: limit.enforce,
      });

/** @throws where a word or an amount is none. Most users have the same few limits: one object stands for those that say the same. */
export const limitFromProto = remembered(
  1000,
  ({ metric, amount, period, timeZone, enforce, models }: ProtoLimit) =>
    `${metric} ${amount} ${period} ${timeZone} ${enforce}${models.length === 0 ? '' : JSON.stringify(models)}`,
  readLimit,
);

function readLimit(limit: ProtoLimit): Limit {
  const metric = wordOf(metrics, limit.metric, 'metric of a limit');
  if (metric === 'concurrent') return { metric, amount: wholeNumber(limit.amount) };
  return {
    metric,
    amount: metric === 'cost' ? usd(limit.amount) : wholeNumber(limit.amount),
    period: wordOf(periods, limit.period, 'period of a limit'),
    timeZone: limit.timeZone,
    models: limit.models.length === 0 ? undefined : limit.models,
    enforce: limit.enforce,
  };
}

function wholeNumber(text: string): number {
  const amount = Number(text);
  if (!Number.isSafeInteger(amount) || amount < 0 || text === '')
    throw new TypeError('amount of a limit: no whole number');
  return amount;
}

function usd(text: string): string {
  if (parseUsd(text) === undefined) throw new TypeError('amount of a limit: no amount in USD');
  return text;
}
