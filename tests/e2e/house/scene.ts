import type { ProviderName } from '@palimpsest/domain';
import {
  type Key,
  type LoggedRequest,
  type NewKey,
  type NewUser,
  type OperatorApi,
  operatorApi,
  randomId,
  type ScriptedStep,
  type SimulatedCall,
  type SimulatedProviders,
  startSimulatedProviders,
} from '@palimpsest/testkit';
import OpenAI from 'openai';
import { inject, vi } from 'vitest';

/** Where a scene plays: the shared house, or one of the test's own. */
export type Stage = {
  readonly proxyUrl: string;
  readonly operator: OperatorApi;
  /** The address of this machine at which the proxy finds providers; without it 127.0.0.1. */
  readonly providersAt?: string;
};

export type ScenicKey = {
  readonly id: string;
  readonly secret: string;
  /** What the simulated provider has seen of it. */
  calls(): readonly SimulatedCall[];
  /** Changes what it gets from now on. */
  plays(...steps: readonly [ScriptedStep, ...ScriptedStep[]]): void;
  /** As the operator API shows it now. */
  now(): Promise<Key>;
};

export type ScenicUser = {
  readonly id: string;
  readonly gatewayKey: string;
  /** The official client, changed in base URL and key alone. */
  readonly openai: OpenAI;
  /** The official client through another proxy. */
  openaiAt(proxyUrl: string): OpenAI;
};

/** What one test needs of the world: simulated providers, and a model name that no other test uses. */
export type Scene = {
  readonly model: string;
  readonly operator: OperatorApi;
  readonly proxyUrl: string;
  readonly providers: SimulatedProviders;
  /** A provider key that serves `model`, under its own vendor label so that no other test's outage touches it. */
  key(
    provider: ProviderName,
    steps: readonly [ScriptedStep, ...ScriptedStep[]],
    options?: Partial<NewKey>,
  ): Promise<ScenicKey>;
  /** Resolves once the proxy knows the user, and with it everything that was created before. */
  user(options?: Partial<NewUser>): Promise<ScenicUser>;
  /** The request's entry in the log, once metering has written it. */
  logged(requestId: string | null): Promise<LoggedRequest>;
  close(): Promise<void>;
};

const LOG_TIMEOUT_MS = 10_000;

export async function openScene(stage: Stage = sharedStage()): Promise<Scene> {
  const { operator, proxyUrl, providersAt } = stage;
  const providers = await startSimulatedProviders(providersAt);
  const model = `model-${randomId('m').slice(2, 12).toLowerCase()}`;
  const vendor = `vendor-${model}`;
  return {
    model,
    operator,
    proxyUrl,
    providers,
    async key(provider, steps, options = {}) {
      const secret = randomId('sk');
      const at = providers[provider];
      at.plays(secret, ...steps);
      const { baseUrl } = at;
      const defaults = {
        name: `${provider} ${secret.slice(-6)}`,
        provider,
        secret,
        base_url: baseUrl,
        models: [model],
      };
      const { id } = await operator.createKey({ ...defaults, vendor: `${vendor}-${provider}`, ...options });
      return {
        id,
        secret,
        calls: () => at.calls(secret),
        plays: (...next) => at.plays(secret, ...next),
        now: () => operator.key(id),
      };
    },
    async user(options = {}) {
      const { id, gateway_key: gatewayKey } = await operator.createUser({ name: `user of ${model}`, ...options });
      await knownTo(proxyUrl, gatewayKey);
      const openaiAt = (url: string) => new OpenAI({ baseURL: `${url}/v1`, apiKey: gatewayKey });
      return { id, gatewayKey, openai: openaiAt(proxyUrl), openaiAt };
    },
    logged: (requestId) =>
      vi.waitFor(() => operator.request(requestId ?? ''), { timeout: LOG_TIMEOUT_MS, interval: 50 }),
    close: () => providers.close(),
  };
}

/** Resolves once the proxy accepts this gateway key, and lists the model where one is named. */
export const knownTo = (proxyUrl: string, gatewayKey: string, model?: string): Promise<void> =>
  vi.waitFor(
    async () => {
      const response = await fetch(`${proxyUrl}/v1/models`, { headers: { authorization: `Bearer ${gatewayKey}` } });
      const listed = await response.text();
      if (!response.ok) throw new Error(`the proxy does not know the user yet: ${response.status}`);
      if (model !== undefined && !listed.includes(`"${model}"`))
        throw new Error(`the proxy does not know ${model} yet`);
    },
    { timeout: 5_000, interval: 20 },
  );

function sharedStage(): Stage {
  const { proxyUrl, controlUrl, operatorKey } = inject('sharedHouse');
  return { proxyUrl, operator: operatorApi(controlUrl, operatorKey) };
}
