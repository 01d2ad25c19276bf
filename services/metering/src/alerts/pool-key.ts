import type { ProviderKey } from '@palimpsest/domain';
import type { KeyStanding } from '@palimpsest/state';

/** A provider key and how it stands. */
export type PoolKey = {
  readonly key: Pick<ProviderKey, 'id' | 'name' | 'vendor' | 'limits' | 'quotaGroup' | 'enabled'>;
  readonly standing: Pick<KeyStanding, 'state' | 'refused' | 'failures' | 'reason' | 'remaining'>;
};
