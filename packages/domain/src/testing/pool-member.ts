import { providerKeyId } from '../ids.ts';
import type { Limit } from '../limit.ts';
import type { PoolMember, Standing } from '../selection/candidate.ts';
import type { ServingKey } from '../snapshot.ts';

/** A member of a pool with nothing special about it. */
export function poolMember(
  id: string,
  options: {
    limits?: readonly Limit[];
    vendor?: string;
    enabled?: boolean;
    secret?: string | undefined;
    model?: string;
  } = {},
): PoolMember {
  const key: ServingKey = {
    id: providerKeyId(id),
    name: id,
    provider: 'openai',
    baseUrl: 'http://127.0.0.1',
    vendor: options.vendor ?? 'openai',
    models: [],
    quotaGroup: undefined,
    limits: options.limits ?? [],
    timeouts: {},
    enabled: options.enabled ?? true,
    secret: 'secret' in options ? options.secret : 'sk-test',
    listedModels: [],
  };
  return { key, upstreamModel: options.model ?? 'gpt-test' };
}

export const perDay = (amount: number, metric: 'requests' | 'tokens' = 'requests'): Limit => ({
  metric,
  amount,
  period: 'day',
  timeZone: 'UTC',
  models: undefined,
  enforce: true,
});

export const standing = (part: Partial<Standing> = {}): Standing => ({
  state: 'active',
  untilMs: null,
  reason: '',
  models: new Map(),
  remaining: [],
  learned: [],
  nowMs: 0,
  lastUsedAtMs: null,
  account: undefined,
  ...part,
});
