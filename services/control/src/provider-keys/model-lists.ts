import { type ProviderName, upstreamModel } from '@palimpsest/domain';
import type { Provider } from '@palimpsest/providers';
import type { Logger } from '@palimpsest/runtime';
import type { Stored } from '@palimpsest/state';
import type { Dispatcher } from 'undici';
import type { ControlRegistry, StoredKey } from '../registry-records.ts';
import type { Keyring } from '../vault/keyring.ts';
import { askProvider } from './ask-provider.ts';
import { openSecret } from './open-secret.ts';

/** Keeps what the providers' own lists name within each key's globs, for `GET /v1/models` alone. */
export type ModelLists = {
  /** Reads the list of one key in the background; whatever fails is logged, and tried again with the next round. */
  readSoon(keyId: string): void;
  /** Reads the lists that are older than a day or were never read, one after the other. */
  readStale(): Promise<void>;
  /** Begins nothing more, and waits for what is under way. */
  stop(): Promise<void>;
};

export type ModelListParts = {
  readonly registry: ControlRegistry;
  readonly keyring: Keyring;
  readonly providers: Readonly<Record<ProviderName, Provider>>;
  readonly dispatcher: Dispatcher;
  readonly logger: Pick<Logger, 'info'>;
};

const staleMs = 24 * 60 * 60 * 1000;
const mostNames = 2000;

export function createModelLists(parts: ModelListParts): ModelLists {
  let stopped = false;
  let last = Promise.resolve();
  const enqueue = (run: () => Promise<void>): Promise<void> => {
    last = last.then(async () => {
      if (!stopped) await run();
    });
    return last;
  };
  const read = async (keyId: string): Promise<void> => {
    try {
      const refused = await readList(parts, keyId);
      if (refused !== undefined)
        parts.logger.info(
          { key: keyId, status: refused },
          "the provider's list of models was not read: the provider refused",
        );
    } catch (err) {
      parts.logger.info({ err, key: keyId }, "the provider's list of models was not read");
    }
  };
  return {
    readSoon: (keyId) => void enqueue(() => read(keyId)),
    async readStale() {
      const due: string[] = [];
      for await (const { id, value } of parts.registry.all('provider-keys'))
        if (value.enabled && Date.now() - (value.listedAtMs ?? 0) > staleMs) due.push(id);
      for (const id of due) await enqueue(() => read(id));
    },
    async stop() {
      stopped = true;
      await last;
    },
  };
}

/** Reads and keeps the list of one key. @returns the status by which the provider refused it. */
async function readList(parts: ModelListParts, keyId: string): Promise<number | undefined> {
  const key = await parts.registry.get('provider-keys', keyId);
  if (key === undefined) return undefined;
  const known = openSecret(parts.keyring, key.value);
  if ('unreadable' in known) return undefined;
  const provider = parts.providers[key.value.provider];
  const { status, body } = await askProvider(parts.dispatcher, key.value.baseUrl, provider.listModels(known.secret));
  if (status < 200 || status > 299) return status;
  await store(parts.registry, key, provider.readModels(body));
  return undefined;
}

/** An operator's change in between goes first: it reads the list anew. */
async function store(registry: ControlRegistry, from: Stored<StoredKey>, names: readonly string[]): Promise<void> {
  const listedModels = [...new Set(names)]
    .filter((name) => upstreamModel(from.value, name) !== undefined)
    .sort((a, b) => (a < b ? -1 : 1))
    .slice(0, mostNames);
  const value = { ...from.value, listedModels, listedAtMs: Date.now() };
  await registry.put('provider-keys', { id: from.id, from, value, claims: from.claims });
}
