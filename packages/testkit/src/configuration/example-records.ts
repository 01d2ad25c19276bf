import { createHash } from 'node:crypto';
import {
  type ConfigRecord,
  type DataKey,
  gatewayKeyId,
  type Price,
  priceId,
  providerKeyId,
  type Route,
  type ServingKey,
  type User,
  userId,
} from '@palimpsest/domain';
import { randomId } from '../redis/random-id.ts';

export type Example<Kind extends ConfigRecord['kind']> = Extract<ConfigRecord, { readonly kind: Kind }>;

/** A gateway key's fingerprint, for a text that stands for the key. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** An enabled key of OpenAI for every model of theirs, without limits. */
export const exampleKey = (members: Partial<ServingKey> = {}): Example<'provider-key'> => ({
  kind: 'provider-key',
  record: {
    id: providerKeyId(randomId('key')),
    name: 'example',
    provider: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    vendor: 'openai',
    models: [],
    quotaGroup: undefined,
    limits: [],
    timeouts: {},
    enabled: true,
    secret: 'sk-example',
    listedModels: [],
    ...members,
  },
});

/** A user of every model, whose gateway keys are given as the texts that they stand for. */
export const exampleUser = (
  gatewayKeys: readonly string[] = [],
  members: Partial<Omit<User, 'gatewayKeys'>> = {},
): Example<'user'> => ({
  kind: 'user',
  record: {
    id: userId(randomId('usr')),
    name: 'example',
    limits: [],
    models: undefined,
    gatewayKeys: gatewayKeys.map((text) => ({ id: gatewayKeyId(`gwk_${text}`), sha256: sha256(text) })),
    ...members,
  },
});

export const exampleRoute = (name: string, targets: Route['targets']): Example<'route'> => ({
  kind: 'route',
  record: { name, targets, systemPrompt: null },
});

/** One dollar per million tokens in, two out, from the beginning of time. */
export const examplePrice = (members: Partial<Price> = {}): Example<'price'> => ({
  kind: 'price',
  record: {
    id: priceId(randomId('prc')),
    provider: 'openai',
    vendor: undefined,
    model: 'gpt-4o',
    inputPerMillion: 1_000_000_000n,
    cachedInputPerMillion: undefined,
    outputPerMillion: 2_000_000_000n,
    perRequest: 0n,
    effectiveFromMs: 0,
    ...members,
  },
});

export const exampleDataKey = (members: Partial<DataKey> = {}): Example<'data-key'> => ({
  kind: 'data-key',
  record: { id: randomId('dek'), key: new Uint8Array(32).fill(7), newest: true, ...members },
});
