// The members of control's answers on which the promises are checked. There are more.

export type Limit = {
  metric: 'requests' | 'tokens' | 'cost' | 'concurrent';
  amount: number | string;
  period?: 'minute' | 'day' | 'month';
  time_zone?: string;
  models?: string[];
};

export type NewKey = {
  name: string;
  provider: string;
  secret: string;
  base_url: string;
  models: (string | { name: string; upstream: string })[];
  vendor?: string;
  quota_group?: string;
  limits?: Limit[];
  timeouts?: Record<string, number>;
};

export type Key = {
  id: string;
  name: string;
  secret_hint: string | null;
  state: 'active' | 'sleeping' | 'exhausted' | 'suspended' | 'disabled';
  until: string | null;
  reason: string | null;
  model_states: { model: string; state: string; until: string | null; reason: string }[];
};

export type NewUser = { name: string; limits?: Limit[]; models?: string[] };
export type User = { id: string; name: string; gateway_keys: { id: string }[] };

export type LoggedAttempt = {
  key: string;
  provider: string;
  model: string;
  class: string;
  status: number | null;
  reason: string | null;
  latency_ms: number;
};

export type LoggedRequest = {
  id: string;
  at: string;
  user: string;
  session: string | null;
  model: string;
  chain: LoggedAttempt[];
  attempts: number;
  context: string;
  outcome: 'success' | 'failed' | 'cancelled' | 'rejected' | 'abandoned';
  stream: boolean;
  usage: { prompt_tokens: number; cached_tokens: number; completion_tokens: number; total_tokens: number };
  estimated: boolean;
  cost: string | null;
  operator_cost: string | null;
  latency_ms: number;
};

export type UsageRow = {
  requests: number;
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  cost: string | null;
  [group: string]: unknown;
};
