import { type Candidate, withGroupLimits } from '@palimpsest/domain';
import { providers } from '@palimpsest/providers';
import type { KeyPool, VendorHealth } from '@palimpsest/state';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { KeyStore } from '../../provider-keys/store.ts';
import { simulate } from '../../routes/simulate.ts';
import { priceOf, servingKey } from '../../snapshot/to-config-record.ts';
import { found } from '../found.ts';
import { refusals } from '../schemas/problem.ts';
import { timeOrNull } from '../schemas/values.ts';
import { routeParams } from './schemas.ts';
import { simulateBody, simulationSchema } from './simulate-schemas.ts';
import { askedIn } from './simulated-request.ts';

export type SimulateParts = KeyStore & { readonly pool: KeyPool; readonly health: VendorHealth };

/** What a request is taken to use where nobody says. */
const usualTokens = 1000;

/** Which key would be chosen now: asked before a route is trusted, or when a request went where nobody expected it. */
export const simulateRoute =
  (parts: SimulateParts): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/routes/:name/simulate',
      {
        schema: {
          tags: ['routes'],
          summary: 'Which key would be chosen now for a route or a model, and why not the others; nothing is reserved',
          params: routeParams,
          body: simulateBody,
          response: { 200: simulationSchema, ...refusals },
        },
      },
      async ({ params: { name }, body }) => {
        const { registry, keyring } = parts;
        const user = body?.user === undefined ? undefined : (await found(registry, 'users', body.user)).value;
        const route = (await registry.get('routes', name))?.value;
        const keys = [];
        for await (const { value } of registry.all('provider-keys')) keys.push(servingKey(keyring, value));
        const prices = [];
        for await (const { value } of registry.all('prices')) prices.push(priceOf(value));
        const { chosen, candidates, error } = await simulate(
          { ...parts, providers },
          {
            model: name,
            keys: withGroupLimits(keys),
            prices,
            route,
            user,
            familiarVendors: body?.session_vendors ?? [],
            tokens: body?.estimated_tokens ?? usualTokens,
            request: body?.request === undefined ? undefined : askedIn(body.request, name),
          },
        );
        const { retryAfterMs } = error?.options ?? {};
        return {
          chosen: chosen === undefined ? null : { key: chosen.key, provider: chosen.provider, model: chosen.model },
          candidates: candidates.map((candidate) => ({ ...view(candidate), order: candidate.order })),
          error:
            error === undefined
              ? null
              : {
                  code: error.code,
                  message: error.publicMessage,
                  retry_after: retryAfterMs === undefined ? null : Math.max(1, Math.ceil(retryAfterMs / 1000)),
                },
        };
      },
    );
  };

const view = ({ key, provider, model, verdict, untilMs, remaining }: Candidate) =>
  ({ key, provider, model, verdict, until: timeOrNull(untilMs), remaining }) satisfies Omit<
    z.output<typeof simulationSchema>['candidates'][number],
    'order'
  >;
