import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, type Scene, type ScenicKey, type ScenicUser } from './house/scene.ts';

let scene: Scene;
let key: ScenicKey;
let user: ScenicUser;
beforeAll(async () => {
  scene = await openScene();
  key = await scene.key('openai', [answer('fine')]);
  user = await scene.user();
});
afterAll(() => scene.close());

const ask = (headers: Record<string, string> = {}) =>
  user.openai.chat.completions
    .create({ model: scene.model, messages: [{ role: 'user', content: 'hi' }] }, { headers })
    .withResponse();

test('every answer says who gave it, and how', async () => {
  const { response } = await ask();
  const headers = Object.fromEntries(response.headers);
  expect(headers).toMatchObject({
    'x-palimpsest-attempts': '1',
    'x-palimpsest-provider': 'openai',
    'x-palimpsest-key': key.id,
    'x-palimpsest-model': scene.model,
    'x-palimpsest-trail': `openai/${key.id}:success`,
    'x-palimpsest-context': 'none',
  });
  expect(headers['x-request-id']).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
});

test('the client’s own request id is kept beside the gateway’s', async () => {
  const { response } = await ask({ 'X-Request-ID': 'my-request-7' });
  expect(response.headers.get('x-client-request-id')).toBe('my-request-7');
  expect(response.headers.get('x-request-id')).toMatch(/^req_/);
});

test('the provider sees its own secret alone, and none of the client’s headers', async () => {
  await ask({ cookie: 'session=1', 'x-goog-api-key': 'injected', 'openai-organization': 'org-injected' });
  const seen = key.calls().at(-1)?.headers ?? {};
  expect(seen.authorization).toBe(`Bearer ${key.secret}`);
  expect(JSON.stringify(seen)).not.toMatch(/injected|session=1|pgw_live_/);
});

test('the list of models is what the user may use', async () => {
  const ids = (await user.openai.models.list()).data.map((model) => model.id);
  expect(ids).toContain(scene.model);
  expect(await user.openai.models.retrieve(scene.model)).toMatchObject({ id: scene.model, object: 'model' });
  await expect(user.openai.models.retrieve('no-such-model')).rejects.toMatchObject({ status: 404 });
  const narrow = await scene.user({ models: ['other-*'] });
  expect((await narrow.openai.models.list()).data.map((model) => model.id)).not.toContain(scene.model);
});

test('a key’s globs are listed as what the provider’s own list has within them', async () => {
  const family = `family-${scene.model}`;
  scene.providers.openai.lists(`${family}-large`, `${family}-small`, 'something-else');
  await scene.key('openai', [answer('fine')], { models: [`${family}-*`] });
  const listed = async () =>
    (await user.openai.models.list()).data.map((model) => model.id).filter((id) => id.startsWith(family));
  await expect.poll(listed, { timeout: 5_000 }).toEqual([`${family}-large`, `${family}-small`]);
});

test('the proxy and control tell whether they live and are ready', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const response = await fetch(`${scene.proxyUrl}${path}`);
    await response.text();
    expect(response.status).toBe(200);
  }
});
