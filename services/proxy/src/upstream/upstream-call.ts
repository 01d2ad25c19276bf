import type { PoolMember } from '@palimpsest/domain';
import { hostOf, type Provider } from '@palimpsest/providers';
import type { Ask, Envelope } from '../inbound.ts';
import type { UpstreamCall } from './exchange.ts';

/** What is asked, as it goes to one member of the pool. */
export function upstreamCall(ask: Ask, { key, upstreamModel }: PoolMember, defaultMaxTokens: number): UpstreamCall {
  switch (ask.operation) {
    case 'chat':
      return {
        ...ask,
        model: upstreamModel,
        host: hostOf(key.baseUrl),
        stream: ask.body.stream === true,
        defaultMaxTokens,
      };
    case 'embeddings':
      return { ...ask, model: upstreamModel };
  }
}

/** Those of the client's headers that mean something to this provider. */
export function forwardedHeaders({ forwarded }: Envelope, provider: Provider): Readonly<Record<string, string>> {
  let headers = none;
  for (const name of provider.forwardedHeaders) {
    const value = forwarded[name];
    if (value !== undefined) headers = { ...headers, [name]: value };
  }
  return headers;
}

const none: Readonly<Record<string, string>> = {};
