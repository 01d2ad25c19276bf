import type { ProviderName } from '@palimpsest/domain';
import type { Bucket } from './bucket.ts';

/** Tokens of one request: what the client says before, and what it takes in the end. */
export type Size = {
  readonly prompt: number;
  readonly answer: number;
  /** The client's own limit of the answer. */
  readonly answerLimit: number | undefined;
};

export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** One of an account's limits, and how much of it a request takes. */
export type Hidden = { readonly bucket: Bucket; readonly of: (size: Size) => number };

/** How an account speaks to its callers. */
export type Voice<Limit extends Hidden> = {
  /** Headers of every answer. */
  readonly headers: (nowMs: number) => Readonly<Record<string, string>>;
  readonly refuse: (limit: Limit, size: Size, nowMs: number) => Reply;
};

/** An account at a provider, whose limits only show in its answers. */
export type Account = {
  readonly provider: ProviderName;
  readonly model: string;
  /** Whether it would take this request now: what nobody but the provider knows. */
  admits(nowMs: number, size: Size): boolean;
  call(nowMs: number, size: Size): Reply;
};

export function account<Limit extends Hidden>(
  provider: ProviderName,
  model: string,
  limits: readonly Limit[],
  { headers, refuse }: Voice<Limit>,
): Account {
  const refusing = (nowMs: number, size: Size): Limit | undefined =>
    limits.find(({ bucket, of }) => bucket.roomInMs(nowMs, of(size)) > 0);
  return {
    provider,
    model,
    admits: (nowMs, size) => refusing(nowMs, size) === undefined,
    call(nowMs, size) {
      const limit = refusing(nowMs, size);
      if (limit !== undefined) return refuse(limit, size, nowMs);
      for (const { bucket, of } of limits) bucket.take(nowMs, of(size));
      return { status: 200, headers: headers(nowMs), body: '' };
    },
  };
}
