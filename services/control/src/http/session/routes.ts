import type { AuditLog } from '@palimpsest/state';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { auditEntry } from '../../audit/audit-entry.ts';
import { readSession, type SignInParts, sessionLifetimeMs, signIn, signOut } from '../../operator/sign-in.ts';
import { sessionCookie } from '../authenticate.ts';
import { Problem } from '../problem.ts';
import { refusals } from '../schemas/problem.ts';
import { timeOf } from '../schemas/values.ts';
import { loginBody, sessionSchema } from './schemas.ts';

const tags = ['session'];
const cookie = { path: '/api/v1', httpOnly: true, sameSite: 'strict', secure: 'auto' } as const;

/** Signing in at the dashboard. */
export const sessionRoutes =
  (parts: SignInParts & { readonly audit: AuditLog }): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/session',
      {
        config: { open: true },
        schema: {
          tags,
          summary: 'Sign in with the operator key; sets the session cookie',
          security: [],
          body: loginBody,
          response: { 201: sessionSchema, ...refusals },
        },
      },
      async ({ body, ip }, reply) => {
        const signedIn = await signIn(parts, ip, body.operator_key);
        switch (signedIn.result) {
          case 'too-many':
            throw new Problem('too_many_attempts', 'Too many failed logins from this address; wait a little.', {
              retryAfterMs: signedIn.retryInMs,
            });
          case 'wrong-key':
            throw new Problem('unauthorized', 'The operator key is wrong.');
          case 'signed-in': {
            const { token, csrfToken, expiresAtMs } = signedIn;
            await parts.audit.append(
              auditEntry({ kind: 'dashboard', from: ip }, { action: 'session.open', target: 'dashboard' }),
            );
            return reply
              .code(201)
              .setCookie(sessionCookie, token, { ...cookie, maxAge: sessionLifetimeMs / 1000 })
              .send({ csrf_token: csrfToken, expires_at: timeOf(expiresAtMs) });
          }
        }
      },
    );

    app.get(
      '/session',
      { schema: { tags, summary: 'Read the session of the cookie', response: { 200: sessionSchema, ...refusals } } },
      async ({ cookies }) => {
        const session = await readSession(parts, cookies[sessionCookie] ?? '');
        if (session === undefined) throw new Problem('unauthorized', 'There is no session; sign in.');
        return { csrf_token: session.csrfToken, expires_at: timeOf(session.expiresAtMs) };
      },
    );

    app.delete(
      '/session',
      { schema: { tags, summary: 'Sign out', response: { 204: z.null(), ...refusals } } },
      async ({ cookies, actor }, reply) => {
        const token = cookies[sessionCookie];
        if (token !== undefined) {
          await signOut(parts, token);
          await parts.audit.append(auditEntry(actor, { action: 'session.close', target: 'dashboard' }));
        }
        return reply.code(204).clearCookie(sessionCookie, cookie).send(null);
      },
    );
  };
