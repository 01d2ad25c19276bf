import fastifyCookie from '@fastify/cookie';
import type { FastifyPluginAsync } from 'fastify';
import type { SignInParts } from '../operator/sign-in.ts';
import type { TestKey } from '../provider-keys/test-key.ts';
import { alertRuleRoutes } from './alert-rules/routes.ts';
import { type AlertRouteParts, alertRoutes } from './alerts/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { authenticate } from './authenticate.ts';
import { type EventParts, eventRoutes } from './events/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { keyActions } from './keys/actions.ts';
import { type KeyParts, keyRoutes } from './keys/routes.ts';
import { describeApi } from './openapi.ts';
import { type OverviewParts, overviewRoutes } from './overview/routes.ts';
import { priceRoutes } from './prices/routes.ts';
import { unknownAddress } from './refuse.ts';
import { requestRoutes } from './requests/routes.ts';
import { routeRoutes } from './routes/routes.ts';
import { simulateRoute } from './routes/simulate.ts';
import { sessionRoutes } from './session/routes.ts';
import type { SessionLists } from './sessions/list.ts';
import { storedSessionRoutes } from './sessions/routes.ts';
import { usageRoutes } from './usage/routes.ts';
import { gatewayKeyRoutes } from './users/gateway-keys.ts';
import { type UserParts, userRoutes } from './users/routes.ts';
import { type WebhookRouteParts, webhookRoutes } from './webhooks/routes.ts';

export type ApiParts = KeyParts &
  UserParts &
  SignInParts &
  SessionLists &
  AlertRouteParts &
  EventParts &
  OverviewParts &
  WebhookRouteParts & { readonly test: TestKey };

/** The operator API, below `/api/v1`. */
export const api =
  (parts: ApiParts): FastifyPluginAsync =>
  async (app) => {
    await app.register(fastifyCookie);
    await describeApi(app);
    app.addHook('onRequest', authenticate(parts));
    app.setNotFoundHandler(unknownAddress);
    const nouns = [
      keyRoutes(parts),
      keyActions(parts),
      userRoutes(parts),
      gatewayKeyRoutes(parts.registry),
      routeRoutes(parts.registry),
      simulateRoute(parts),
      priceRoutes(parts.registry),
      requestRoutes(parts.metering),
      usageRoutes(parts.metering),
      overviewRoutes(parts),
      alertRoutes(parts),
      alertRuleRoutes(parts.registry),
      webhookRoutes(parts),
      auditRoutes(parts.audit),
      exportRoutes(parts),
      eventRoutes(parts),
      sessionRoutes(parts),
      storedSessionRoutes(parts),
    ];
    for (const noun of nouns) await app.register(noun);
  };
