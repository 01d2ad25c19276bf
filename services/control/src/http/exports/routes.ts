import type { AuditLog } from '@palimpsest/state';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Metering } from '../../metering/metering.ts';
import { auditFilter } from '../audit/query.ts';
import { filterOf } from '../requests/filter.ts';
import { requestsQuery } from '../requests/schemas.ts';
import { refusals } from '../schemas/problem.ts';
import { usageQuery } from '../usage/schemas.ts';
import { usageView } from '../usage/view.ts';
import { auditColumns, requestColumns, usageColumns } from './columns.ts';
import { csvBody, csvHeaders } from './csv-body.ts';
import { auditPages, requestPages, slices } from './pages.ts';

/** A stream is sent as it is, so there is nothing to check against the schema. */
const file = {
  description: 'A CSV file as of RFC 4180, with a row of headings.',
  content: { 'text/csv': { schema: z.unknown().meta({ type: 'string' }) } },
};
const response = { 200: file, ...refusals };
const tags = ['exports'];
// A HEAD would read everything and send nothing.
const exposeHeadRoute = false;

/** The lists as files. */
export const exportRoutes =
  ({ metering, audit }: { readonly metering: Metering; readonly audit: AuditLog }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/exports/usage.csv',
      { exposeHeadRoute, schema: { tags, summary: 'Sums of usage as CSV', querystring: usageQuery, response } },
      async ({ query: { group_by, ...filter } }, reply) => {
        const rows = await metering.usage(filterOf(filter), group_by);
        const body = await csvBody(usageColumns(group_by), slices(rows, usageView));
        return reply.headers(csvHeaders('usage.csv')).send(body);
      },
    );

    const querystring = requestsQuery.omit({ limit: true, cursor: true });
    app.get(
      '/exports/requests.csv',
      { exposeHeadRoute, schema: { tags, summary: 'The request log as CSV, newest first', querystring, response } },
      async ({ query }, reply) => {
        const body = await csvBody(requestColumns, requestPages(metering, filterOf(query)));
        return reply.headers(csvHeaders('requests.csv')).send(body);
      },
    );

    app.get(
      '/exports/audit.csv',
      {
        exposeHeadRoute,
        schema: {
          tags,
          summary: 'Operator actions as CSV, newest first',
          querystring: z.strictObject(auditFilter),
          response,
        },
      },
      async ({ query }, reply) => {
        const body = await csvBody(auditColumns, auditPages(audit, query));
        return reply.headers(csvHeaders('audit.csv')).send(body);
      },
    );
  };
