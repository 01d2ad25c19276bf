import { type AlertRules, defaultAlertRules, type Limit, providerKeyId, quotaTag } from '@palimpsest/domain';
import { createLogger, newAlertId } from '@palimpsest/runtime';
import { AlertLog, type KeyPool, type Observation, Registry, type RegistryRecords, windowsOf } from '@palimpsest/state';
import { randomId, startRedisProcess, testAuthority } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Metering, startMetering } from '../metering.ts';
import { openBooks } from '../testing/open-books.ts';
import { sampleAttempt, sampleEvent } from '../testing/sample-event.ts';

const authority = await testAuthority();
const redis = await startRedisProcess();
const books = openBooks(redis.url);
const alerts = new AlertLog(books.redis);
// What control stores, as far as metering reads it; records of other kinds are not touched here.
const registry = new Registry<RegistryRecords>(books.redis);
const replicas: Metering[] = [];

beforeAll(async () => {
  for (let replica = 0; replica < 2; replica++)
    replicas.push(
      await startMetering({
        redis: { url: redis.url },
        host: '127.0.0.1',
        grpcPort: 0,
        opsPort: 0,
        tls: await authority.issue('metering'),
        retention: { logDays: 30, logMost: 10_000, sessionTtlMs: 86_400_000 },
        alertEveryMs: 100,
        logger: createLogger({ service: 'metering', level: 'silent' }),
      }),
    );
});
afterAll(async () => {
  for (const replica of replicas) await replica.stop();
  books.close();
  await redis.stop();
});

const setRules = async (change: Partial<AlertRules>) => {
  const from = await registry.get('alert-rules', 'all');
  await registry.put('alert-rules', { id: 'all', from, value: { ...defaultAlertRules, ...change } });
};

async function addKey(name: string, change: { readonly limits?: readonly Limit[]; readonly quotaGroup?: string } = {}) {
  const id = providerKeyId(randomId('key'));
  const value = { id, name, vendor: 'my vendor', provider: 'openai', limits: [], enabled: true, ...change };
  await registry.put('provider-keys', { id, from: undefined, value });
  const ref: Parameters<KeyPool['resume']>[0] = { tag: quotaTag({ id, quotaGroup: change.quotaGroup }), key: id };
  return { id, ref };
}

const about = async (target: string) =>
  (await alerts.page({ limit: 200 })).filter((alert) => alert.target.includes(target));
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000, interval: 50 });

test('requests that fail raise one alert over all replicas, and a rule that is switched off ends it', async () => {
  await setRules({ errorRate: { enabled: true, errorPercent: 25, minRequests: 10, windowMinutes: 5 } });
  const atMs = Date.now();
  for (let index = 0; index < 10; index++)
    await books.append(sampleEvent({ atMs, outcome: index < 5 ? 'failed' : 'success', cost: 0n }));
  await eventually(async () =>
    expect(await about('requests')).toMatchObject([{ kind: 'error_rate', endedAtMs: null }]),
  );
  await setRules({ errorRate: { ...defaultAlertRules.errorRate, enabled: false } });
  await eventually(async () => expect((await about('requests'))[0]?.endedAtMs).not.toBeNull());
  expect(await about('requests')).toHaveLength(1);
});

test('keys that cannot serve raise an alert, which ends when they can again', async () => {
  await setRules({ lowCapacity: { ...defaultAlertRules.lowCapacity, usableKeysPercent: 60, forMinutes: 0 } });
  const [first] = [await addKey('one'), await addKey('two')];
  await books.pool.mark({
    ...first.ref,
    state: 'sleeping',
    until: { atMs: Date.now() + 600_000 },
    reason: 'requests per minute',
  });
  await eventually(async () =>
    expect(await about('usable keys')).toMatchObject([
      { kind: 'low_capacity', message: '1 of 2 enabled keys can serve, less than 60 %.', endedAtMs: null },
    ]),
  );
  await books.pool.resume(first.ref);
  await eventually(async () => expect((await about('usable keys'))[0]?.endedAtMs).not.toBeNull());
});

test('keys whose group has used up its own limit raise an alert, whichever of them was given it', async () => {
  await setRules({ lowCapacity: { ...defaultAlertRules.lowCapacity, usableKeysPercent: 60, forMinutes: 0 } });
  const limits: Limit[] = [
    { metric: 'tokens', amount: 100, period: 'month', timeZone: 'UTC', models: undefined, enforce: true },
  ];
  const quotaGroup = randomId('group');
  const [, spender] = [await addKey('capped', { quotaGroup, limits }), await addKey('spender', { quotaGroup })];
  await books.pool.reserve({
    ...spender.ref,
    attempt: randomId('req'),
    model: 'gpt-4o',
    leaseMs: 600_000,
    windows: windowsOf(limits, 'gpt-4o', Date.now()),
    reserve: { requests: 1, tokens: 100, cost: 0 },
  });
  await eventually(async () =>
    expect((await about('usable keys'))[0]).toMatchObject({
      message: '2 of 4 enabled keys can serve, less than 60 %.',
      endedAtMs: null,
    }),
  );
});

test('a key that its provider rejects raises an alert until it is resumed; one that an operator suspends raises none', async () => {
  await setRules({});
  const [rejected, byHand] = [await addKey('three'), await addKey('four')];
  const suspended = { state: 'suspended', until: 'by-hand' } as const;
  await books.pool.mark({ ...byHand.ref, ...suspended, reason: 'leaked' });
  await books.pool.mark({ ...rejected.ref, ...suspended, reason: 'invalid key', refusal: true });
  await eventually(async () =>
    expect(await about(rejected.id)).toMatchObject([
      { kind: 'key_anomaly', message: 'The key three of my vendor was rejected by its provider: invalid key.' },
    ]),
  );
  expect(await about(byHand.id)).toEqual([]);
  await books.pool.resume(rejected.ref);
  await eventually(async () => expect((await about(rejected.id))[0]?.endedAtMs).not.toBeNull());
});

test('a model without a price raises one alert, which ends when it gets one', async () => {
  const model = randomId('model');
  const use = () => books.append(sampleEvent({ atMs: Date.now(), chain: [sampleAttempt({ model })], cost: undefined }));
  await Promise.all([use(), use(), use()]);
  await eventually(async () => expect(await about(model)).toMatchObject([{ kind: 'unpriced_model', endedAtMs: null }]));
  const id = randomId('prc');
  const value = { provider: 'openai', vendor: null, model, effectiveFromMs: 0 };
  await registry.put('prices', { id, from: undefined, value });
  await eventually(async () => expect((await about(model))[0]?.endedAtMs).not.toBeNull());
  // One that was under way when the price was entered.
  await use();
  await eventually(async () =>
    expect((await books.logged()).filter(({ chain }) => chain[0]?.model === model)).toHaveLength(4),
  );
  expect(await about(model)).toHaveLength(1);
});

test('a failed attempt on a model without a price raises its alert, under the vendor of its key', async () => {
  const model = randomId('model');
  const { id } = await addKey('failing');
  const failed = sampleAttempt({ key: id, model, class: 'transient', cost: undefined });
  const chain = [failed, sampleAttempt()];
  await books.append(sampleEvent({ atMs: Date.now(), chain, operatorCost: 7n }));
  await eventually(async () =>
    expect(await about(model)).toMatchObject([{ kind: 'unpriced_model', target: `openai my%20vendor ${model}` }]),
  );
});

test('what only control can see is not ended here', async () => {
  await setRules({});
  const target = randomId('key');
  const observe = (alert: Pick<Observation, 'kind' | 'target'>) =>
    alerts.observe(newAlertId(), { ...alert, holds: true, forMs: 0, message: 'It does not open.' });
  await observe({ kind: 'unreadable_key', target });
  // A round that ends this one has looked at the other as well.
  await observe({ kind: 'key_anomaly', target: `${target} too` });
  await eventually(async () => expect((await about(`${target} too`))[0]?.endedAtMs).not.toBeNull());
  expect(await about(target)).toContainEqual(expect.objectContaining({ kind: 'unreadable_key', endedAtMs: null }));
});
