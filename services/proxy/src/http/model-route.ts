import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { GatewayError } from '@palimpsest/domain';
import { newRequestId } from '@palimpsest/runtime';
import { authenticate } from '../admission/authenticate.ts';
import { repeatable, type ServeOnceParts, serveOnce } from '../idempotency/serve-once.ts';
import type { Ask, Caller, InboundRequest, StreamMode } from '../inbound.ts';
import type { Observed } from '../observe/observe.ts';
import type { RequestPath } from '../request-parts.ts';
import { serve } from '../request-path.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { readJsonObject } from './dialects/read-json.ts';
import type { Downstream } from './downstream.ts';
import { answerFormOf, readBody } from './operations.ts';
import { clientRequestId, readEnvelope } from './read-envelope.ts';
import { refuse } from './refuse.ts';
import { ReplyDownstream } from './reply-downstream.ts';

export type ModelRouteParts = {
  readonly path: RequestPath;
  readonly once: ServeOnceParts;
  readonly snapshot: () => Snapshot | undefined;
  readonly streamMode: StreamMode;
  readonly heartbeatMs: number;
  readonly observe: Observed;
};

/** A model call of any kind: who is calling, with what; then the request path. A call that passed authentication has its entry, whatever is wrong with it. */
export async function modelRoute(
  parts: ModelRouteParts,
  operation: Ask['operation'],
  headers: IncomingHttpHeaders,
  body: Uint8Array | undefined,
  response: ServerResponse,
): Promise<unknown> {
  const requestId = newRequestId();
  const startedAt = performance.now();
  const given = clientRequestId(headers);
  const ids = {
    'x-request-id': requestId,
    ...(given === undefined ? {} : { 'x-client-request-id': given }),
    'x-palimpsest-attempts': '0',
    'x-palimpsest-context': 'none',
  };

  const snapshot = parts.snapshot();
  if (snapshot === undefined) return refuse(response, unconfigured(), ids);
  const caller = authenticate(headers, snapshot);
  if (caller instanceof GatewayError) return refuse(response, caller, ids);

  const envelope = readEnvelope(headers, { requestId, startedAt, streamMode: parts.streamMode });
  const ask = envelope instanceof GatewayError ? envelope : parseBody(operation, headers, body);
  if (envelope instanceof GatewayError || ask instanceof GatewayError) {
    const error = envelope instanceof GatewayError ? envelope : (ask as GatewayError);
    const plain = {
      requestId,
      clientRequestId: given,
      session: undefined,
      streamMode: parts.streamMode,
      idempotencyKey: undefined,
      forwarded: {},
      startedAt,
    };
    return refuse(response, await booked(parts, caller, plain, body, error, snapshot), ids);
  }

  const { heartbeatMs } = parts;
  const downstream = new ReplyDownstream(response, { requestId, form: answerFormOf(ask, requestId), heartbeatMs });
  const inbound: InboundRequest = { caller, envelope, ...ask };
  const run = (observed: Downstream): Promise<void> => serve(parts.path, inbound, snapshot, observed);
  const { idempotencyKey } = envelope;
  const once = idempotencyKey === undefined ? undefined : repeatable(idempotencyKey, body ?? new Uint8Array());
  // Not awaited here: what was only needed up to now, above all the body as it came, is not held while the call is under way.
  return parts.observe(
    { inbound, headers },
    downstream,
    once === undefined ? run : (observed) => serveOnce(parts.once, once, inbound, snapshot, observed, run),
  );
}

function parseBody(
  operation: Ask['operation'],
  headers: IncomingHttpHeaders,
  body: Uint8Array | undefined,
): Ask | GatewayError {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    return new GatewayError(
      'unsupported_media_type',
      `The request body must not be compressed, not even with '${encoding}'.`,
      { param: 'content-encoding' },
    );
  return readBody[operation](body ?? new Uint8Array());
}

/** The entry of a call whose body or headers cannot be read; what its caller is told. */
function booked(
  parts: ModelRouteParts,
  caller: Caller,
  envelope: Parameters<RequestPath['books']['refuse']>[0]['envelope'],
  body: Uint8Array | undefined,
  refusal: GatewayError,
  snapshot: Snapshot,
): Promise<GatewayError> {
  const json = readJsonObject(body ?? new Uint8Array());
  const said = json instanceof GatewayError ? {} : json;
  const model = typeof said.model === 'string' ? said.model.slice(0, 200) : '';
  const asked = { caller, envelope, model, stream: said.stream === true };
  return parts.path.books.refuse(asked, refusal, snapshot.version, parts.path.clock.now());
}

export const unconfigured = (): GatewayError =>
  new GatewayError('gateway_unavailable', 'The gateway has no configuration yet.', { retryAfterMs: 1000 });
