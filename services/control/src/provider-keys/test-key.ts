import { classOf, type Failure, type FailureClass, type ProviderName } from '@palimpsest/domain';
import {
  type FailureEvidence,
  type NativeRequest,
  type Provider,
  redactFailure,
  transportEvidence,
} from '@palimpsest/providers';
import type { Dispatcher } from 'undici';
import type { StoredKey } from '../registry-records.ts';
import type { Keyring } from '../vault/keyring.ts';
import { askProvider } from './ask-provider.ts';
import { openSecret } from './open-secret.ts';

type KeyTest = {
  readonly ok: boolean;
  readonly class: FailureClass | 'success';
  readonly latency_ms: number;
  /** The provider's HTTP status; `null` where none came. */
  readonly status: number | null;
  readonly reason: string | null;
};

export type TestKey = (key: StoredKey) => Promise<KeyTest>;

export type TestParts = {
  readonly keyring: Keyring;
  readonly providers: Readonly<Record<ProviderName, Provider>>;
  readonly dispatcher: Dispatcher;
};

/** Enough for any model to begin; some refuse a limit below 16. */
const answerTokens = 16;

/**
 * Makes the cheapest call that shows whether a provider takes a key: a few tokens from a model that the key names, since only that
 * shows an empty account; else what the provider answers to known keys alone. Nothing is marked: a success ends no suspension and no cooldown.
 */
export const createKeyTest =
  ({ keyring, providers, dispatcher }: TestParts): TestKey =>
  async (key) => {
    const known = openSecret(keyring, key);
    if ('unreadable' in known)
      return { ok: false, class: 'rejected', latency_ms: 0, status: null, reason: known.unreadable };
    const provider = providers[key.provider];
    const startedAt = performance.now();
    const { status, failure } = await call(dispatcher, provider, key, known.secret);
    const latency_ms = Math.round(performance.now() - startedAt);
    if (failure === undefined) return { ok: true, class: 'success', latency_ms, status, reason: null };
    const { reason } = redactFailure(failure, known.secret);
    return { ok: false, class: classOf(failure), latency_ms, status, reason };
  };

type Called = { readonly status: number | null; readonly failure: Failure | undefined };

async function call(dispatcher: Dispatcher, provider: Provider, key: StoredKey, secret: string): Promise<Called> {
  const model = namedModel(key);
  const native = model === undefined ? provider.proveKey(secret) : smallestChat(provider, model, secret);
  try {
    const { status, headers, body } = await askProvider(dispatcher, key.baseUrl, native);
    if (status < 200 || status > 299)
      return { status, failure: provider.classify({ at: 'response', status, headers, body }) };
    return { status, failure: model === undefined ? undefined : failureIn(provider, body) };
  } catch (error) {
    return { status: null, failure: provider.classify(evidenceOf(error)) };
  }
}

/** The upstream's name of the first model that the key names by itself, not by a glob, and that can chat. */
function namedModel({ models }: StoredKey): string | undefined {
  const names = models.map((entry) => (typeof entry === 'string' ? entry : entry.upstream));
  return names.find((name) => !name.includes('*') && !name.includes('embedding'));
}

function smallestChat(provider: Provider, model: string, secret: string): NativeRequest {
  const body = { model, messages: [{ role: 'user', content: 'Say ok.' } as const], max_tokens: answerTokens };
  const native = provider.toNative({ body, model, stream: false, defaultMaxTokens: answerTokens }, secret);
  if ('refused' in native) throw new Error(`the smallest chat was refused: ${native.refused.message}`);
  return native;
}

function failureIn(provider: Provider, body: string): Failure | undefined {
  for (const event of provider.fromNative(body)) if (event.type === 'failure') return event.failure;
  return undefined;
}

function evidenceOf(error: unknown): FailureEvidence {
  const evidence = transportEvidence(error);
  return (error as Error).name === 'TimeoutError' ? { ...evidence, errorCode: 'PLAIN_TIMEOUT' } : evidence;
}
