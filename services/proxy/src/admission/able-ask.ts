import { GatewayError, type PoolMember } from '@palimpsest/domain';
import { type Able, ableTiers } from '@palimpsest/providers';
import type { Ask } from '../inbound.ts';
import { namedAsSent, withoutCarried } from './carried-parts.ts';
import { promptTokens } from './estimate.ts';
import type { Prepared } from './prepare.ts';

type Tiers = readonly (readonly PoolMember[])[];
type Asked = Pick<Prepared, 'ask' | 'promptTokens' | 'count'>;

/**
 * Where a request can go, and what goes there. What no target takes of the turns that its session carries is left out of them: the client did
 * not send it now. What the client sent itself is refused by its field.
 */
export function ableAsk(
  tiers: Tiers,
  { ask, promptTokens: tokens, count }: Asked,
  inbound: Ask,
): { readonly able: Able; readonly ask: Ask; readonly promptTokens: number } | GatewayError {
  const able = ableTiers(tiers, ask, tokens);
  if (!(able instanceof GatewayError)) return { able, ask, promptTokens: tokens };
  if (ask.operation !== 'chat' || inbound.operation !== 'chat') return able;
  const messages = withoutCarried(ask.body.messages, inbound.body.messages, able.options.param);
  if (messages === undefined) return namedAsSent(able, ask, inbound);
  const body = { ...ask.body, messages };
  // Something else may stand against what is left; each time there is less of it.
  return ableAsk(tiers, { ask: { ...ask, body }, promptTokens: promptTokens(body, count), count }, inbound);
}
