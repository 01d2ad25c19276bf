import type { AlertLog, AuditLog, LoggedAlert } from '@palimpsest/state';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { auditEntry } from '../../audit/audit-entry.ts';
import { Problem } from '../problem.ts';
import { listOf, pageOf } from '../schemas/page.ts';
import { refusals } from '../schemas/problem.ts';
import { idParams } from '../schemas/values.ts';
import { alertSchema, alertsQuery } from './schemas.ts';
import { alertView } from './view.ts';

export type AlertRouteParts = { readonly alerts: AlertLog; readonly audit: AuditLog };

const tags = ['alerts'];
const step = 200;

/** What wants an operator: raised by metering, seen here. */
export const alertRoutes =
  ({ alerts, audit }: AlertRouteParts): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/alerts',
      {
        schema: {
          tags,
          summary: 'List alerts, newest first; the last thousand are kept',
          querystring: alertsQuery,
          response: { 200: listOf(alertSchema), ...refusals },
        },
      },
      async ({ query: { limit, cursor, state } }) => {
        const found: ReturnType<typeof alertView>[] = [];
        for (let after = cursor; found.length <= limit; ) {
          const some: readonly LoggedAlert[] = await alerts.page({ after, limit: step });
          found.push(...some.map(alertView).filter((alert) => state === undefined || alert.state === state));
          if (some.length < step) break;
          after = some.at(-1)?.id;
        }
        return pageOf(found, limit, ({ id }) => id);
      },
    );

    app.post(
      '/alerts/:id/acknowledge',
      {
        schema: {
          tags,
          summary: 'Say that an alert was seen; it is not raised again before it is over',
          params: idParams,
          response: { 200: alertSchema, ...refusals },
        },
      },
      async ({ params: { id }, actor }) => {
        const outcome = await alerts.acknowledge(id, actor.kind);
        const alert = outcome === 'missing' ? undefined : await alerts.get(id);
        if (alert === undefined) throw new Problem('not_found', `There is no alert ${JSON.stringify(id)}.`);
        if (outcome === 'acknowledged') {
          const { kind, target, message } = alert;
          await audit.append(
            auditEntry(actor, { action: 'alert.acknowledge', target: id, after: { kind, target, message } }),
          );
        }
        return alertView(alert);
      },
    );
  };
