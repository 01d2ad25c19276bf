import type { RequestFilter } from '@palimpsest/contracts';
import { type Outcome, providerKeyId, userId } from '@palimpsest/domain';

/** The query of the request log and of usage, in the words that metering is asked with. */
export const filterOf = (query: {
  readonly user?: string | undefined;
  readonly key?: string | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  readonly session?: string | undefined;
  readonly outcome?: Outcome | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}): RequestFilter => ({
  userId: query.user === undefined ? undefined : userId(query.user),
  keyId: query.key === undefined ? undefined : providerKeyId(query.key),
  provider: query.provider,
  model: query.model,
  session: query.session,
  outcome: query.outcome,
  fromMs: query.from,
  toMs: query.to,
});
