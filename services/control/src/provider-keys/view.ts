import type { ModelEntry, ProviderName } from '@palimpsest/domain';
import { type LimitView, limitView } from '../limits/view.ts';
import type { StoredKey } from '../registry-records.ts';

/** What an operator entered, as the operator API and the audit log show it. Never a secret. */
export type KeyConfigView = {
  id: string;
  name: string;
  provider: ProviderName;
  secret_hint: string | null;
  base_url: string;
  vendor: string;
  models: ModelEntry[];
  quota_group: string | null;
  limits: LimitView[];
  timeouts: { first_byte_ms?: number; stall_ms?: number; plain_ms?: number };
  enabled: boolean;
};

export const keyConfigView = (key: StoredKey): KeyConfigView => ({
  id: key.id,
  name: key.name,
  provider: key.provider,
  secret_hint: key.secretHint,
  base_url: key.baseUrl,
  vendor: key.vendor,
  models: [...key.models],
  quota_group: key.quotaGroup ?? null,
  limits: key.limits.map(limitView),
  timeouts: {
    ...(key.timeouts.firstByteMs === undefined ? {} : { first_byte_ms: key.timeouts.firstByteMs }),
    ...(key.timeouts.stallMs === undefined ? {} : { stall_ms: key.timeouts.stallMs }),
    ...(key.timeouts.plainMs === undefined ? {} : { plain_ms: key.timeouts.plainMs }),
  },
  enabled: key.enabled,
});
