import { status } from '@grpc/grpc-js';
import { isPeerAway, isStatusError } from '@palimpsest/contracts';
import { isStoreUnavailable } from '@palimpsest/state';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, type ProblemCode } from './problem.ts';
import { problemBody } from './schemas/problem.ts';

/** Answers every error as problem JSON. A bug is logged with its cause and shows nothing of it. */
export function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error);
  if (problem.code === 'internal_error') request.log.error({ err: error, req: request }, 'a bug');
  else if (problem.status >= 500) request.log.warn({ err: error }, problem.message);
  const { retryAfterMs } = problem.options;
  if (retryAfterMs !== undefined) void reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1000)));
  if (problem.code === 'unauthorized') void reply.header('www-authenticate', 'Bearer realm="operator"');
  return reply
    .code(problem.status)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problemBody(problem, request.id));
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isStoreUnavailable(error))
    return new Problem('store_unavailable', 'Redis does not answer; try again in a moment.', { retryAfterMs: 1000 });
  if (isPeerAway(error))
    return new Problem('metering_unavailable', 'Metering does not answer; nothing is lost, try again in a moment.', {
      retryAfterMs: 1000,
    });
  if (isStatusError(error) && error.code === status.INVALID_ARGUMENT)
    return new Problem('invalid_request', error.details);
  return fromFastify(error) ?? new Problem('internal_error', 'Something went wrong in the gateway; its log says what.');
}

/** What fastify itself finds wrong with a request, in our words: its own may repeat parts of the body. */
const ownCodes = new Map<unknown, readonly [ProblemCode, string]>([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', ['unsupported_media_type', 'Send the body as application/json.']],
  ['FST_ERR_CTP_BODY_TOO_LARGE', ['request_too_large', 'The body may have at most 1 MiB.']],
  ['FST_ERR_CTP_INVALID_JSON_BODY', ['invalid_request', 'The body is not valid JSON.']],
  ['FST_ERR_BAD_URL', ['invalid_request', 'The address holds a percent sign that stands for nothing.']],
  ['FST_ERR_MAX_PARAM_LENGTH', ['not_found', 'There is no such address.']],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', ['invalid_request', 'The body is not as long as its content-length says.']],
]);

function fromFastify(error: unknown): Problem | undefined {
  const own = error instanceof Error && 'code' in error ? ownCodes.get(error.code) : undefined;
  return own && new Problem(...own);
}

export const unknownAddress = (request: FastifyRequest): never => {
  throw new Problem('not_found', `${request.method} ${request.url.split('?', 1)[0]} is no address of this API.`);
};
