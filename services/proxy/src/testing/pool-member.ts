import { type PoolMember, providerKeyId } from '@palimpsest/domain';

/** A member of a pool with nothing special about it. */
export const poolMember = (id: string, options: { vendor?: string; model?: string } = {}): PoolMember => ({
  key: {
    id: providerKeyId(id),
    name: id,
    provider: 'openai',
    baseUrl: 'http://127.0.0.1',
    vendor: options.vendor ?? 'openai',
    models: [],
    quotaGroup: undefined,
    limits: [],
    timeouts: {},
    enabled: true,
    secret: 'sk-test',
    listedModels: [],
  },
  upstreamModel: options.model ?? 'gpt-test',
});
