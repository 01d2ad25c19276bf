import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answer, fail, type RedisProcess } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, startHouse } from './house/house.ts';
import { openScene, type Scene } from './house/scene.ts';

let house: House;
let scene: Scene;
beforeAll(async () => {
  house = await startHouse({ PALIMPSEST_LOG_LEVEL: 'trace', PALIMPSEST_ALLOW_PRIVATE_WEBHOOKS: '1' });
  scene = await openScene(house);
});
afterAll(async () => {
  await scene.close();
  await house.close();
});

const CONVERSATION = 'the orchid blooms at midnight';

test('no planted secret is in any log, answer or Redis command, and no conversation in the clear', async () => {
  const answers: string[] = [];
  const keep = async (response: Response) => {
    answers.push(JSON.stringify(Object.fromEntries(response.headers)) + (await response.text()));
  };
  // A provider that repeats the secret in its error, as some do.
  const loud = await scene.key('openai', [
    (call) =>
      fail(401, {
        body: { error: { message: `Incorrect API key provided: ${call.secret}`, code: 'invalid_api_key' } },
      }),
  ]);
  const fatal = await scene.key(
    'openai',
    [
      (call) =>
        fail(400, { body: { error: { message: `bad request with ${call.secret}`, type: 'invalid_request_error' } } }),
    ],
    { models: [`${scene.model}-fatal`] },
  );
  const good = await scene.key('gemini', [answer('it does')]);
  const user = await scene.user();
  // Nobody listens there: what is logged of deliveries that fail is looked through as well.
  const webhook = await scene.operator.call<{ id: string; secret: string }>('POST', '/webhooks', {
    url: 'http://127.0.0.1:1/hooks',
  });
  await scene.operator.call('POST', `/webhooks/${webhook.id}/test`);
  const secrets = [
    loud.secret,
    fatal.secret,
    good.secret,
    user.gatewayKey,
    house.operatorKey,
    await masterKey(),
    webhook.secret.replace('whsec_', ''),
  ];

  for (const model of [scene.model, scene.model, `${scene.model}-fatal`, 'nobody-serves-this']) {
    await keep(
      await fetch(`${house.proxyUrl}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${user.gatewayKey}`,
          'content-type': 'application/json',
          'x-session-id': 'canary',
        },
        body: JSON.stringify({ model, messages: [{ role: 'user', content: CONVERSATION }] }),
      }),
    );
  }
  const authorization = `Bearer ${house.operatorKey}`;
  for (const path of [
    '/keys',
    `/keys/${loud.id}`,
    '/users',
    '/requests',
    '/usage?group_by=key',
    '/overview',
    '/audit',
    '/sessions',
    '/alerts',
    '/alert-rules',
    '/webhooks',
  ]) {
    await keep(await fetch(`${house.controlUrl}/api/v1${path}`, { headers: { authorization } }));
  }
  await keep(await fetch(`${house.controlUrl}/api/v1/keys`, { headers: { authorization: `${authorization}x` } }));
  await expect.poll(async () => (await scene.operator.requests({ user: user.id })).length).toBe(4);

  const stored = await everythingWrittenTo(house.redis);
  expect(stored).toContain('pgw:v1:');
  for (const [place, text] of Object.entries({ stored, logs: house.output(), answers: answers.join('\n') })) {
    for (const secret of secrets) {
      expect(text.includes(secret), `a secret is in the ${place}`).toBe(false);
      expect(text.includes(Buffer.from(secret).toString('base64')), `an encoded secret is in the ${place}`).toBe(false);
    }
  }
  expect(stored).not.toContain(CONVERSATION);
  expect(house.output()).not.toContain(CONVERSATION);
  expect(house.output()).toContain('"level"');
});

const masterKey = async () => (await readFile(join(house.dataDir, 'master.key'), 'utf8')).trim();

/** Every command that ever wrote to this Redis, what was deleted since included. */
async function everythingWrittenTo(redis: RedisProcess): Promise<string> {
  const folder = join(redis.directory, 'appendonlydir');
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')));
  return files.join('\n');
}
