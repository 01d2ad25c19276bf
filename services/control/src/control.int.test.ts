import { randomBytes } from 'node:crypto';
import { createLogger, Secret } from '@palimpsest/runtime';
import { operatorApi, startOwnRedis, startRedisProcess, type TestTls, testAuthority } from '@palimpsest/testkit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Control, type ControlOptions, startControl } from './control.ts';
import { environmentKeys } from './imports/environment-keys.ts';

let tls: TestTls;
beforeAll(async () => {
  tls = await (await testAuthority()).issue('control');
});

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
});

/** A loaded machine may need more than the usual second until a service is ready. */
const patience = { timeout: 15_000 };
const masterKey = randomBytes(32);
const operatorKey = `pgw_op_${'a'.repeat(40)}`;
async function start(change: Partial<ControlOptions> & Pick<ControlOptions, 'redis'>): Promise<Control> {
  const control = await startControl({
    host: '127.0.0.1',
    ports: { http: 0, grpc: 0, ops: 0 },
    meteringAddress: '127.0.0.1:9',
    tls,
    masterKeys: () => [masterKey],
    operatorKey: new Secret(operatorKey),
    environmentKeys: [],
    publicApi: { base_url: null, port: 8000 },
    webDir: '/nowhere',
    trustedProxies: [],
    pollBalances: false,
    allowPrivateWebhooks: false,
    logger: createLogger({ service: 'control', level: 'silent' }),
    ...change,
  });
  running.push(control);
  return control;
}
const readiness = async ({ ports }: Control): Promise<unknown> =>
  (await fetch(`http://127.0.0.1:${ports.ops}/readyz`)).json();
const allReady = { ready: true, checks: { redis: true, vault: true, configuration: true } };

describe('control', () => {
  it('gets ready, with the keys of the environment stored and the API on its port', async () => {
    const redis = await startOwnRedis();
    running.push(redis);
    const { keys } = environmentKeys({
      OPENAI_API_KEY: 'sk-from-the-env',
      OPENAI_API_KEY__BASE_URL: 'http://127.0.0.1:9',
    });
    const control = await start({ redis: { url: redis.url }, environmentKeys: keys });
    await expect.poll(() => readiness(control), patience).toEqual(allReady);
    const api = operatorApi(`http://127.0.0.1:${control.ports.http}`, operatorKey);
    expect(await api.call('GET', '/keys')).toMatchObject({ data: [{ name: 'openai', secret_hint: '-env' }] });
  });

  it('starts while Redis is away, answers 503 and lives, and works once Redis is there', async () => {
    const redis = await startRedisProcess();
    running.push(redis);
    await redis.pause();
    const control = await start({ redis: { url: redis.url } });
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${control.ports.http}${path}`, { headers: { authorization: `Bearer ${operatorKey}` } });
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/readyz')).status).toBe(503);
    const refused = await ask('/api/v1/keys');
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'store_unavailable' }]);

    await redis.resume();
    await expect.poll(() => readiness(control), patience).toEqual(allReady);
    expect((await ask('/api/v1/keys')).status).toBe(200);
  });

  it('does not get ready with another master key, imports nothing under it, and still shows the keys', async () => {
    const redis = await startOwnRedis();
    running.push(redis);
    const first = await start({ redis: { url: redis.url } });
    await expect.poll(() => readiness(first), patience).toEqual(allReady);
    const { keys } = environmentKeys({ OPENAI_API_KEY: 'sk-from-the-env' });
    const another = randomBytes(32);
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = createLogger({ service: 'control', level: 'error', destination });
    const other = { masterKeys: () => [another] as const, environmentKeys: keys, logger };
    const wrong = await start({ redis: { url: redis.url }, ...other });
    // It is not ready before it has looked, either: only this line says that it has.
    await expect.poll(() => lines.join(''), patience).toContain('another master key');
    await expect
      .poll(() => readiness(wrong), patience)
      .toEqual({ ready: false, checks: { redis: true, vault: false, configuration: true } });
    const api = operatorApi(`http://127.0.0.1:${wrong.ports.http}`, operatorKey);
    expect(await api.call('GET', '/keys')).toMatchObject({ data: [] });
  });

  it('gets ready by itself once the right master key lies in its file', async () => {
    const redis = await startOwnRedis();
    running.push(redis);
    const first = await start({ redis: { url: redis.url } });
    await expect.poll(() => readiness(first), patience).toEqual(allReady);
    let file: readonly [Uint8Array] = [randomBytes(32)];
    const wrong = await start({ redis: { url: redis.url }, masterKeys: () => file });
    await expect
      .poll(() => readiness(wrong), patience)
      .toMatchObject({ checks: { vault: false, configuration: true } });
    file = [masterKey];
    await expect.poll(() => readiness(wrong), patience).toEqual(allReady);
  });
});
