import { GatewayError } from '@palimpsest/domain';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Refuses in OpenAI's shape; `headers` go with the answer. */
type Refuse = (reply: FastifyReply, error: GatewayError, headers: Readonly<Record<string, string>>) => void;

/**
 * Answers what is asked of a known path by another method than its own: 405, with those that it has.
 * @param app whose routes are all made within `makeRoutes`.
 */
export function refuseOtherMethods(app: FastifyInstance, makeRoutes: () => void, refuse: Refuse): void {
  const served = new Map<string, Set<string>>();
  let listening = true;
  app.addHook('onRoute', ({ url, method }) => {
    if (!listening) return;
    const methods = served.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    served.set(url, methods);
  });
  makeRoutes();
  listening = false;

  for (const [url, methods] of served) {
    const allow = [...methods].sort().join(', ');
    app.route({
      url,
      method: app.supportedMethods.filter((method) => !methods.has(method)),
      handler: async ({ method }, reply) =>
        refuse(reply, new GatewayError('method_not_allowed', `This path does not take ${method}; allowed: ${allow}.`), {
          allow,
        }),
    });
  }
}
