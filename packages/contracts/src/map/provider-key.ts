import { create } from '@bufbuild/protobuf';
import { providerKeyId, providerNames, type ServingKey, type Timeouts } from '@palimpsest/domain';
import { type ProviderKey as ProtoProviderKey, ProviderKeySchema } from '../gen/palimpsest/control/v1/snapshot_pb.ts';
import { limitFromProto, limitToProto } from './limit.ts';
import { wordOf } from './word.ts';

const utf8 = new TextEncoder();
const text = new TextDecoder();

export const providerKeyToProto = (key: ServingKey): ProtoProviderKey =>
  create(ProviderKeySchema, {
    id: key.id,
    name: key.name,
    provider: key.provider,
    baseUrl: key.baseUrl,
    vendor: key.vendor,
    models: key.models.map((entry) => (typeof entry === 'string' ? { name: entry } : entry)),
    ...(key.quotaGroup === undefined ? {} : { quotaGroup: key.quotaGroup }),
    limits: key.limits.map(limitToProto),
    ...(key.timeouts.firstByteMs === undefined ? {} : { firstByteTimeoutMs: key.timeouts.firstByteMs }),
    ...(key.timeouts.stallMs === undefined ? {} : { stallTimeoutMs: key.timeouts.stallMs }),
    ...(key.timeouts.plainMs === undefined ? {} : { plainTimeoutMs: key.timeouts.plainMs }),
    enabled: key.enabled,
    ...(key.secret === undefined ? {} : { secret: utf8.encode(key.secret) }),
    listedModels: [...key.listedModels],
  });

/** @throws where the key names a provider or a limit that there is not. */
export const providerKeyFromProto = (key: ProtoProviderKey): ServingKey => ({
  id: providerKeyId(key.id),
  name: key.name,
  provider: wordOf(providerNames, key.provider, 'provider of a key'),
  baseUrl: key.baseUrl,
  vendor: key.vendor,
  models: key.models.map(({ name, upstream }) => (upstream === undefined ? name : { name, upstream })),
  quotaGroup: key.quotaGroup,
  limits: key.limits.map(limitFromProto),
  timeouts: timeoutsOf(key),
  enabled: key.enabled,
  secret: key.secret.length === 0 ? undefined : text.decode(key.secret),
  listedModels: key.listedModels,
});

const timeoutsOf = (key: ProtoProviderKey): Timeouts => ({
  ...(key.firstByteTimeoutMs === undefined ? {} : { firstByteMs: key.firstByteTimeoutMs }),
  ...(key.stallTimeoutMs === undefined ? {} : { stallMs: key.stallTimeoutMs }),
  ...(key.plainTimeoutMs === undefined ? {} : { plainMs: key.plainTimeoutMs }),
});
