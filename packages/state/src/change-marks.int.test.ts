import { randomId, startOwnRedis } from '@palimpsest/testkit';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { AlertLog } from './alert-log.ts';
import { AuditLog } from './audit-log.ts';
import { ChangeMarks } from './change-marks.ts';
import { connectRedis } from './connect-redis.ts';
import { Registry } from './registry.ts';
import type { RegistryRecords } from './registry-records.ts';
import { UsageLog } from './usage-log.ts';

// Its own server: nothing else may change there.
const server = await startOwnRedis();
const redis = connectRedis({ url: server.url, onError: console.error });
const registry = new Registry<RegistryRecords>(redis);
beforeEach(() => redis.flushall());
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

const put = (kind: keyof RegistryRecords) => registry.put(kind, { id: randomId('x'), from: undefined, value: {} });

test('names what changed since it was asked last, each once', async () => {
  const marks = new ChangeMarks(redis);
  await put('users');
  expect(await marks.changed()).toEqual(new Set());
  for (const kind of ['routes', 'prices', 'routes'] as const) await put(kind);
  expect(await marks.changed()).toEqual(new Set(['routes', 'prices']));
  expect(await marks.changed()).toEqual(new Set());

  const observation = { kind: 'error_rate', target: 'requests', holds: true, forMs: 0, message: '' } as const;
  await new AlertLog(redis).observe(randomId('alr'), observation);
  const action = { id: 'aud_1', actor: 'operator', action: 'x', target: 'x', from: null, before: null, after: null };
  await new AuditLog(redis).append(action);
  expect(await marks.changed()).toEqual(new Set(['alerts', 'audit']));

  const booking = { row: 'row', atMs: 1, day: 1, sums: [], pulse: [] };
  const event = { partition: '2', request: 'req_1', streamId: '1-0', assumed: false, event: Buffer.from('e'), booking };
  await new UsageLog(redis).apply(event, () => booking);
  expect(await marks.changed()).toEqual(new Set(['log']));
});

test('takes every kind of record for changed where the changes are gone', async () => {
  const marks = new ChangeMarks(redis);
  await put('users');
  await put('users');
  await marks.changed();
  await redis.flushall();
  await put('routes');
  expect(await marks.changed()).toContain('prices');
});
