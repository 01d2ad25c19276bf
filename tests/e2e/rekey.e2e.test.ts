import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, startHouse } from './house/house.ts';
import { rotate } from './house/rotate.ts';
import { openScene, type Scene } from './house/scene.ts';
import { steadyLoad } from './load/steady-load.ts';

let house: House;
let scene: Scene;
beforeAll(async () => {
  house = await startHouse();
  scene = await openScene(house);
});
afterAll(async () => {
  await scene.close();
  await house.close();
});

const masterKey = async () => (await readFile(join(house.dataDir, 'master.key'), 'utf8')).trim();
const CLIENTS = 6;

test('make rekey under load loses no request, no key and no session, and shows no secret', {
  timeout: 120_000,
}, async () => {
  const key = await scene.key('openai', [answer('a red bike', { delayMs: 20 })]);
  const user = await scene.user();
  const old = await masterKey();
  const ask = async (content: string) => {
    const messages = [{ role: 'user' as const, content }];
    const headers = { 'X-Session-ID': 'bikes' };
    const { response } = await user.openai.chat.completions
      .create({ model: scene.model, messages }, { headers })
      .withResponse();
    return response.headers.get('x-palimpsest-context');
  };
  expect(await ask('what did you buy?')).toBe('none');

  const load = steadyLoad({
    urls: [scene.proxyUrl],
    gatewayKey: user.gatewayKey,
    model: scene.model,
    clients: CLIENTS,
  });
  await load.answers(CLIENTS);
  const rekeyed = await rotate(house, 'rekey');
  expect(rekeyed).toMatchObject({ status: 0, output: expect.stringContaining('nothing has to be entered again') });
  await load.answers(CLIENTS);
  const fresh = await masterKey();
  expect(fresh).not.toBe(old);
  expect(fresh).toMatch(/^[\w-]{43}=$/);

  // A control and a proxy that know nothing of the old key.
  await house.stop('control');
  await house.start('control');
  await load.answers(CLIENTS);
  const told = await load.end();
  expect(told.filter(({ result }) => result !== 'fine')).toEqual([]);
  await house.stop('proxy');
  await house.start('proxy');
  expect(await ask('which colour?')).toBe('carried');
  expect(JSON.stringify(key.calls().at(-1)?.body.messages)).toContain('a red bike');
  expect((await key.now()).state).toBe('active');

  const audit = await scene.operator.call<{ data: { action: string }[] }>('GET', '/audit');
  expect(audit.data.filter(({ action }) => action === 'master-key.rekey')).toHaveLength(1);
  const stored = await everythingWrittenTo(join(house.redis.directory, 'appendonlydir'));
  expect(stored).toContain('master-key.rekey');
  for (const [place, text] of Object.entries({ stored, logs: house.output(), output: rekeyed.output }))
    for (const secret of [old, fresh, key.secret, user.gatewayKey]) {
      const plain = secret.replace(/=$/, '');
      expect(text.includes(plain), `a secret is in the ${place}`).toBe(false);
    }
});

async function everythingWrittenTo(folder: string): Promise<string> {
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')));
  return files.join('\n');
}
