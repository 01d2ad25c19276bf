import type { Failure, GatewayError } from '@palimpsest/domain';
import type { Call } from './accounting/call.ts';
import { namedAsSent } from './admission/carried-parts.ts';
import { finalError } from './failover/final-error.ts';
import type { RequestPath } from './request-parts.ts';

/**
 * What is told where no key answered: it depends on the marks that the attempts left. `refusal`: why the first target that could not be told
 * the request could not.
 */
export async function noAnswer(
  { books, clock }: Pick<RequestPath, 'books' | 'clock'>,
  call: Call,
  refusal?: Failure,
): Promise<GatewayError> {
  await books.booked(call);
  const error = finalError(call.failed, call.choice.decisions(), clock.now(), refusal);
  // Of our own making: a provider's words are about what it was sent.
  return error.code === 'invalid_request' ? namedAsSent(error, call.admitted.ask, call.admitted.inbound) : error;
}
