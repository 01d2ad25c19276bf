import { periodMs } from '@palimpsest/domain';
import { type Account, account, type Hidden, type Size } from './account.ts';
import { type Bucket, dripping, eachDay, eachMinute } from './bucket.ts';

const oneRequest = (_size: Size): number => 1;
const allTokens = ({ prompt, answer }: Size): number => prompt + answer;
const asked = ({ prompt, answer, answerLimit }: Size): number => prompt + (answerLimit ?? Math.min(16, answer));

/** A duration as OpenAI and Groq write it. */
function duration(ms: number): string {
  if (ms < 1000) return `${ms}ms`;
  const minutes = Math.floor(ms / 60_000);
  return `${minutes === 0 ? '' : `${minutes}m`}${(ms - minutes * 60_000) / 1000}s`;
}

const told = (kind: string, bucket: Bucket, nowMs: number): Readonly<Record<string, string>> => ({
  [`x-ratelimit-limit-${kind}`]: String(bucket.limit),
  [`x-ratelimit-remaining-${kind}`]: String(Math.floor(bucket.left(nowMs))),
  [`x-ratelimit-reset-${kind}`]: duration(bucket.wholeInMs(nowMs)),
});

type Worded = Hidden & { readonly words: string };

/** OpenAI's dialect: two limits in the headers, each of them in the words of its refusal. */
function openAiLike(
  provider: 'openai' | 'openai_compatible',
  model: string,
  limits: readonly Worded[],
  [requests, tokens]: readonly [Bucket, Bucket],
): Account {
  const headers = (nowMs: number) => ({ ...told('requests', requests, nowMs), ...told('tokens', tokens, nowMs) });
  return account(provider, model, limits, {
    headers,
    refuse({ bucket, of, words }, size, nowMs) {
      const wanted = of(size);
      const used = Math.ceil(bucket.limit - bucket.left(nowMs));
      const wait = duration(bucket.roomInMs(nowMs, wanted));
      const message = `Rate limit reached for ${model} in organization org-X on ${words}: Limit ${bucket.limit}, Used ${used}, Requested ${wanted}. Please try again in ${wait}.`;
      const body = JSON.stringify({ error: { message, type: words.split(' ')[0], code: 'rate_limit_exceeded' } });
      return { status: 429, headers: headers(nowMs), body };
    },
  });
}

/** Three requests a minute, 200 a day that drip, tokens as they are asked for. */
export function freeOpenAi(): Account {
  const [perMinute, perDay] = [dripping(3, periodMs.minute), dripping(200, periodMs.day)];
  const tokens = dripping(40_000, periodMs.minute);
  const limits = [
    { bucket: perMinute, of: oneRequest, words: 'requests per min (RPM)' },
    { bucket: perDay, of: oneRequest, words: 'requests per day (RPD)' },
    { bucket: tokens, of: asked, words: 'tokens per min (TPM)' },
  ];
  return openAiLike('openai', 'gpt-4o-mini', limits, [perDay, tokens]);
}

/** Groq: the headers tell requests of a day and tokens of a minute, and neither requests of a minute nor tokens of a day. */
export function freeGroq(): Account {
  const [perMinute, perDay] = [dripping(30, periodMs.minute), dripping(1000, periodMs.day)];
  const [tokens, tokensPerDay] = [dripping(12_000, periodMs.minute), dripping(100_000, periodMs.day)];
  const limits = [
    { bucket: perMinute, of: oneRequest, words: 'requests per minute (RPM)' },
    { bucket: perDay, of: oneRequest, words: 'requests per day (RPD)' },
    { bucket: tokens, of: allTokens, words: 'tokens per minute (TPM)' },
    { bucket: tokensPerDay, of: allTokens, words: 'tokens per day (TPD)' },
  ];
  return openAiLike('openai_compatible', 'llama-3.3-70b-versatile', limits, [perDay, tokens]);
}

/** Gemini: tells nothing until it refuses; a day ends at midnight in California, whatever delay it names. */
export function freeGemini(): Account {
  const quotas = [
    { bucket: eachMinute(10), of: oneRequest, quotaId: 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier' },
    {
      bucket: eachDay(250, 'America/Los_Angeles'),
      of: oneRequest,
      quotaId: 'GenerateRequestsPerDayPerProjectPerModel-FreeTier',
    },
  ];
  return account('gemini', 'gemini-2.5-flash', quotas, {
    headers: () => ({}),
    refuse({ bucket, of, quotaId }, size, nowMs) {
      const waitMs = quotaId.includes('PerDay') ? 34_000 : bucket.roomInMs(nowMs, of(size));
      const details = [
        {
          '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
          violations: [{ quotaId, quotaValue: String(bucket.limit) }],
        },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${waitMs / 1000}s` },
      ];
      const error = { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'You exceeded your current quota.', details };
      return { status: 429, headers: {}, body: JSON.stringify({ error }) };
    },
  });
}

/** Free models of OpenRouter: 20 a minute and 50 a day in UTC, told with refusals alone. */
export function freeOpenRouter(): Account {
  const limits = [
    { bucket: eachMinute(20), of: oneRequest, words: 'free-models-per-min' },
    { bucket: eachDay(50, 'UTC'), of: oneRequest, words: 'free-models-per-day' },
  ];
  return account('openrouter', 'meta-llama/llama-3.3-70b-instruct:free', limits, {
    headers: () => ({}),
    refuse({ bucket, words }, _size, nowMs) {
      const headers = {
        'X-RateLimit-Limit': String(bucket.limit),
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': String(nowMs + bucket.wholeInMs(nowMs)),
      };
      const error = { message: `Rate limit exceeded: ${words}. `, code: 429, metadata: { headers } };
      return { status: 429, headers: dated(nowMs), body: JSON.stringify({ error }) };
    },
  });
}

/** Anthropic: everything is told with every answer, as dates. */
export function smallAnthropic(): Account {
  const kinds = [
    { kind: 'requests', bucket: dripping(5, periodMs.minute), of: oneRequest },
    { kind: 'input-tokens', bucket: dripping(10_000, periodMs.minute), of: ({ prompt }: Size) => prompt },
    { kind: 'output-tokens', bucket: dripping(4000, periodMs.minute), of: ({ answer }: Size) => answer },
  ];
  const headers = (nowMs: number) => ({
    ...dated(nowMs),
    ...Object.fromEntries(
      kinds.flatMap(({ kind, bucket }) => [
        [`anthropic-ratelimit-${kind}-limit`, String(bucket.limit)],
        [`anthropic-ratelimit-${kind}-remaining`, String(Math.floor(bucket.left(nowMs)))],
        [`anthropic-ratelimit-${kind}-reset`, new Date(nowMs + bucket.wholeInMs(nowMs)).toISOString()],
      ]),
    ),
  });
  return account('anthropic', 'claude-haiku-4-5', kinds, {
    headers,
    refuse({ bucket, of, kind }, size, nowMs) {
      const retryAfter = String(Math.ceil(bucket.roomInMs(nowMs, of(size)) / 1000));
      const message = `This request would exceed your organization's rate limit of ${bucket.limit} ${kind.replace('-', ' ')} per minute.`;
      const body = JSON.stringify({ type: 'error', error: { type: 'rate_limit_error', message } });
      return { status: 429, headers: { ...headers(nowMs), 'retry-after': retryAfter }, body };
    },
  });
}

const dated = (nowMs: number): Readonly<Record<string, string>> => ({ date: new Date(nowMs).toUTCString() });
