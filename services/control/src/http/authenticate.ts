import type { FastifyRequest } from 'fastify';
import type { Actor } from '../audit/audit-entry.ts';
import { isOperatorKey } from '../operator/operator-key.ts';
import { isCsrfToken, readSession, type SignInParts } from '../operator/sign-in.ts';
import { Problem } from './problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who acts; set on every route but the open ones. */
    actor: Actor;
  }
  interface FastifyContextConfig {
    /** Needs no operator: signing in, and the description of the API. */
    open?: boolean;
  }
}

export const sessionCookie = 'palimpsest_session';

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Lets an operator in by key or by session; a change by session needs the CSRF token as well. */
export const authenticate =
  (parts: SignInParts) =>
  async (request: FastifyRequest): Promise<void> => {
    if (request.routeOptions.config.open === true) return;
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      const presented = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
      if (presented === undefined || !isOperatorKey(parts.operatorKey, presented))
        throw new Problem('unauthorized', 'The operator key is wrong.');
      request.actor = { kind: 'operator', from: request.ip };
      return;
    }
    const token = request.cookies[sessionCookie];
    if (token === undefined || (await readSession(parts, token)) === undefined)
      throw new Problem('unauthorized', 'Send `Authorization: Bearer pgw_op_…`, or sign in.');
    const csrf = request.headers['x-csrf-token'];
    if (!reads.has(request.method) && (typeof csrf !== 'string' || !isCsrfToken(token, csrf)))
      throw new Problem('csrf_token_wrong', 'Send the `csrf_token` of the session as `x-csrf-token`.');
    request.actor = { kind: 'dashboard', from: request.ip };
  };
