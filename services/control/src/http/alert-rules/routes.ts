import { readAlertRules } from '@palimpsest/state';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { alertRulesView, putAlertRules } from '../../alerts/rules.ts';
import type { ControlRegistry } from '../../registry-records.ts';
import { unlessConflict } from '../found.ts';
import { refusals } from '../schemas/problem.ts';
import { alertRulesBody, alertRulesSchema } from './schemas.ts';

const tags = ['alerts'];

/** When alerts are raised. */
export const alertRuleRoutes =
  (registry: ControlRegistry): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/alert-rules',
      { schema: { tags, summary: 'Read when alerts are raised', response: { 200: alertRulesSchema, ...refusals } } },
      async () => alertRulesView(await readAlertRules(registry)),
    );

    app.put(
      '/alert-rules',
      {
        schema: {
          tags,
          summary: 'Set when alerts are raised; what is absent is as it would be without rules',
          body: alertRulesBody,
          response: { 200: alertRulesSchema, ...refusals },
        },
      },
      async ({ body, actor }) => alertRulesView(unlessConflict(await putAlertRules(registry, actor, body))),
    );
  };
