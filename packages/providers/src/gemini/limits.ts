import { readFacts } from '../classification/facts.ts';
import { type LimitReader, placed, type UnplacedLimit } from '../limits/limit-reader.ts';
import { readRetryAfter } from '../retry-time.ts';
import { readViolations, type Violation } from './read-violations.ts';

/** Requests of a day begin anew at midnight in California (ai.google.dev, "Rate limits"). */
const pacificDay = { period: 'day', timeZone: 'America/Los_Angeles' } as const;

/**
 * The API tells nothing on success; a refusal names each quota that stood in the way with its value, the only published source
 * for the figures of a project. `GenerateRequestsPerMinutePerProjectPerModel-FreeTier`,
 * `GenerateContentInputTokensPerModelPerMinute-FreeTier` and the like.
 */
function toldBy({ quotaId, quotaValue }: Violation, retryAfterMs: number | null): readonly UnplacedLimit[] {
  const limit = /^\d{1,12}$/.test(quotaValue) ? Number(quotaValue) : 0;
  // A quota of nothing is no limit: the model is not in the project's plan.
  if (limit === 0) return [];
  const metric = /InputTokens/i.test(quotaId) ? 'input-tokens' : /Requests/i.test(quotaId) ? 'requests' : undefined;
  if (metric === undefined) return [];
  const figures = { metric, limit, remaining: 0, source: 'error', confidence: 'told' } as const;
  if (/PerDay/i.test(quotaId)) return [{ ...figures, ...pacificDay, refill: 'calendar' }];
  if (!/PerMinute/i.test(quotaId)) return [];
  const resetsInMs = retryAfterMs === null || retryAfterMs > longestMinuteMs ? longestMinuteMs : retryAfterMs;
  return [{ ...figures, period: 'minute', refill: 'window', resetsInMs }];
}

const longestMinuteMs = 60_000;

export const limits: LimitReader = {
  read({ model, status, headers, body }) {
    if (status !== 429) return [];
    const facts = readFacts(status, headers, body);
    const violations = readViolations(facts);
    const retryAfterMs = readRetryAfter(facts);
    return placed(
      model,
      violations.flatMap((violation) => toldBy(violation, retryAfterMs)),
    );
  },
  countedAs: (model) => model,
  calendars: [pacificDay],
};
