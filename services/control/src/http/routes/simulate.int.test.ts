import { providerKeyId } from '@palimpsest/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey, unknownId } from '../../testing/examples.ts';
import { type Scene, startScene } from '../../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.stop());

const perDay = { metric: 'requests', amount: 10, period: 'day' };
const add = async (change: Readonly<Record<string, unknown>>) =>
  (await scene.call('POST', '/keys', newKey(change))).body.id;
const simulate = async (name: string, body?: object) =>
  (await scene.call('POST', `/routes/${name}/simulate`, body)).body as unknown as {
    chosen: { key: string } | null;
    candidates: readonly {
      key: string;
      verdict: string;
      order: number | null;
      until: string | null;
      remaining: number | null;
    }[];
    error: { code: string; message: string; retry_after: number | null } | null;
  };
const refOf = (id: string) => ({ tag: id, key: providerKeyId(id) });
const verdicts = async (name: string) =>
  Object.fromEntries((await simulate(name)).candidates.map(({ key, verdict }) => [key, verdict]));

describe('POST /routes/{name}/simulate', () => {
  it('200: chooses among the keys of a model as a proxy would, and says in which order the others follow', async () => {
    const paid = await add({ models: ['order'] });
    const small = await add({ models: ['order'], limits: [perDay] });
    const large = await add({ models: ['order'], limits: [{ ...perDay, amount: 20 }] });
    const { chosen, candidates, error } = await simulate('order');
    expect(chosen).toEqual({ key: large, provider: 'openai', model: 'order' });
    expect(candidates).toMatchObject([
      { key: large, verdict: 'chosen', order: 1, remaining: 20 },
      { key: small, verdict: 'not-needed', order: 2, remaining: 10 },
      { key: paid, verdict: 'not-needed', order: 3, remaining: null },
    ]);
    expect(error).toBeNull();
  });

  it('200: holds every key to the limits of its quota group, as a proxy does, and shows what is left of them', async () => {
    const models = ['grouped'];
    const alone = await add({ models });
    const sibling = await add({ models, quota_group: 'project' });
    await add({ models: ['elsewhere'], quota_group: 'project', limits: [perDay] });
    expect((await simulate('grouped')).candidates).toMatchObject([
      { key: sibling, verdict: 'chosen', remaining: 10 },
      { key: alone, verdict: 'not-needed', remaining: null },
    ]);
    expect((await scene.call('GET', `/keys/${sibling}`)).body).toMatchObject({
      limits: [],
      remaining: [{ metric: 'requests', remaining: 10 }],
      resets_at: expect.any(String),
    });
  });

  it("200: goes through a route's targets in their order, and prefers vendors of the session", async () => {
    const first = await add({ models: ['one'], vendor: 'a' });
    const familiar = await add({ models: ['one'], vendor: 'b' });
    const second = await add({ models: ['two'] });
    const targets = ['one', 'two'].map((model) => ({ provider: 'openai', model }));
    await scene.call('PUT', '/routes/both', { targets });
    expect((await simulate('both')).candidates.map(({ key }) => key)).toEqual([first, familiar, second]);
    expect((await simulate('both', { session_vendors: ['b'] })).chosen?.key).toBe(familiar);
  });

  it('200: says why each key is passed over, and how a proxy would refuse', async () => {
    const models = ['tired'];
    const asleep = await add({ models });
    const suspended = await add({ models });
    const disabled = await add({ models, enabled: false });
    const told = await add({ models });
    const full = await add({ models, limits: [{ ...perDay, metric: 'tokens', amount: 500 }] });
    const until = { inMs: 40_000 };
    await scene.pool.mark({ ...refOf(asleep), state: 'sleeping', until, reason: 'requests per minute' });
    await scene.pool.mark({ ...refOf(suspended), state: 'suspended', until: 'by-hand', reason: 'invalid api key' });
    await scene.pool.learn({
      ...refOf(told),
      ageMs: 0,
      told: [
        {
          metric: 'requests',
          period: 'minute',
          refill: 'window',
          limit: 3,
          remaining: 0,
          resetsInMs: 50_000,
          source: 'header',
          confidence: 'told',
        },
      ],
    });
    expect(await verdicts('tired')).toEqual({
      [asleep]: 'sleeping',
      [suspended]: 'suspended',
      [disabled]: 'disabled',
      [told]: 'limit',
      [full]: 'limit',
    });
    const { chosen, error } = await simulate('tired');
    expect(chosen).toBeNull();
    expect(error).toMatchObject({ code: 'pool_exhausted', message: expect.stringContaining('2 at their limit') });
    expect(error?.retry_after).toBeGreaterThan(35);
    expect((await simulate('tired', { estimated_tokens: 100 })).chosen?.key).toBe(full);
  });

  it('200: passes over a key whose limit of cost a proxy would refuse the call by', async () => {
    const models = ['dear'];
    const price = { provider: 'openai', model: 'dear', input_per_million: '1', output_per_million: '10' };
    await scene.call('PUT', '/prices', price);
    const short = await add({ models, limits: [{ ...perDay, metric: 'cost', amount: '0.009' }] });
    const { candidates, error } = await simulate('dear');
    expect(candidates).toMatchObject([{ key: short, verdict: 'limit', until: expect.any(String) }]);
    expect(error?.code).toBe('pool_exhausted');
    expect((await simulate('dear', { estimated_tokens: 900 })).chosen?.key).toBe(short);
    const messages = [{ role: 'user', content: 'hello' }];
    const briefly = await simulate('dear', { request: { messages, max_completion_tokens: 400, n: 2 } });
    expect(briefly.chosen?.key).toBe(short);
    expect((await simulate('dear', { request: { messages, max_tokens: 900 } })).chosen).toBeNull();
  });

  it('200: changes nothing, however often it is asked', async () => {
    const key = await add({ models: ['untouched'], limits: [perDay] });
    for (let turn = 0; turn < 3; turn += 1)
      expect((await simulate('untouched')).candidates).toMatchObject([{ key, verdict: 'chosen', remaining: 10 }]);
    expect((await scene.call('GET', `/keys/${key}`)).body).toMatchObject({ last_used_at: null });
  });

  it('200: passes over the keys of a vendor that is stopped', async () => {
    const key = await add({ models: ['stopped'], vendor: 'stopped-vendor' });
    const failure = {
      vendor: 'stopped-vendor',
      trouble: 'outage',
      windowMs: 1000,
      threshold: 1,
      stopMs: 60_000,
    } as const;
    await scene.health.note({ ...failure, key: providerKeyId(key) });
    expect(await verdicts('stopped')).toEqual({ [key]: 'vendor' });
  });

  it('200: passes over the one model that a vendor has no capacity for, and none of its others', async () => {
    const vendor = 'full-vendor';
    const key = await add({ models: ['wanted', 'quiet'], vendor });
    const failure = { vendor, model: 'wanted', windowMs: 1000, threshold: 1, stopMs: 60_000 };
    await scene.health.note({ ...failure, trouble: 'capacity', key: providerKeyId(key) });
    expect(await verdicts('wanted')).toEqual({ [key]: 'vendor' });
    expect(await verdicts('quiet')).toEqual({ [key]: 'chosen' });
  });

  it('200: says what this user would be told', async () => {
    await add({ models: ['open', 'closed'] });
    const { body: user } = await scene.call('POST', '/users', { name: 'guest', models: ['open'] });
    expect((await simulate('open', { user: user.id })).chosen).not.toBeNull();
    expect((await simulate('closed', { user: user.id })).error).toMatchObject({ code: 'model_not_allowed' });
    expect((await simulate('nobody-serves-this')).error).toMatchObject({ code: 'model_not_found' });
  });

  describe('with the request that is to be served', () => {
    const ask = (...content: readonly object[]) => ({ request: { messages: [{ role: 'user', content }] } });
    const text = { type: 'text', text: 'look' };
    const gif = { type: 'image_url', image_url: { url: 'data:image/gif;base64,R0lGODlh' } };
    const audio = { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } };
    let keys: readonly string[] = [];
    beforeAll(async () => {
      const targets = [
        { provider: 'gemini', model: 'gemini-2.5-flash' },
        { provider: 'openai', model: 'gpt-3.5-turbo' },
        { provider: 'anthropic', model: 'claude-sonnet-4-5' },
      ];
      keys = await Promise.all(targets.map(({ provider, model }) => add({ provider, models: [model] })));
      await scene.call('PUT', '/routes/able', { targets });
    });

    it('200: passes over what cannot serve it: by its model, by its provider, by what only its translation shows', async () => {
      const [gemini = '', old = '', claude = ''] = keys;
      const withImage = await simulate('able', ask(text, gif));
      expect(withImage.chosen?.key).toBe(claude);
      expect(Object.fromEntries(withImage.candidates.map(({ key, verdict }) => [key, verdict]))).toEqual({
        [gemini]: 'unable',
        [old]: 'unable',
        [claude]: 'chosen',
      });
      expect((await simulate('able', ask(text, audio))).chosen?.key).toBe(gemini);
      expect((await simulate('able', ask(text))).chosen?.key).toBe(gemini);
    });

    it('200: takes the history that a proxy takes: empty members written out, calls of custom tools', async () => {
      const [, old = ''] = keys;
      const asked = { role: 'user', content: 'go on' };
      const plain = { role: 'assistant', content: 'Hi', tool_calls: null };
      const custom = { id: 't1', type: 'custom', custom: { name: 'shell', input: 'ls' } };
      const called = { role: 'assistant', content: null, tool_calls: [custom] };
      const result = { role: 'tool', tool_call_id: 't1', content: 'src' };
      const [written, calling] = [
        await simulate('able', { request: { messages: [asked, plain, asked], tools: null, response_format: null } }),
        await simulate('able', { request: { messages: [asked, called, result] } }),
      ];
      expect(written.candidates.map(({ verdict }) => verdict)).not.toContain('unable');
      expect(calling.chosen?.key).toBe(old);
    });

    it('200: says what is at fault where nothing can', async () => {
      const { chosen, candidates, error } = await simulate('able', { request: { input: 'a text' } });
      expect(chosen).toBeNull();
      expect(candidates.map(({ verdict, order }) => [verdict, order])).toEqual(keys.map(() => ['unable', null]));
      expect(error).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('makes no embeddings') });
    });

    it('400: takes no request that is none, and says what is wrong in it, and where', async () => {
      const user = { role: 'user', content: 'hello' };
      const cases = [
        [{}, 'request', 'must be a body of'],
        [{ messages: [] }, 'request.messages', 'at least 1 entry'],
        [{ messages: [user, { role: 'robot' }] }, 'request.messages[1].role', '"assistant"'],
        [{ messages: [{ role: 'user', content: [{ text: 'x' }] }] }, 'request.messages[0].content[0].type', 'string'],
        [{ messages: [{ role: 'user', content: 7 }] }, 'request.messages[0].content', 'a list of parts'],
        [{ messages: [user], tools: [{ type: 'hammer' }] }, 'request.tools[0]', '"custom"'],
        [{ messages: [user], max_tokens: 'few' }, 'request', 'must be a body of'],
      ] as const;
      for (const [request, path, message] of cases) {
        const { status, body } = await scene.call('POST', '/routes/able/simulate', { request });
        expect({ request, status, errors: body.errors }).toEqual({
          request,
          status: 400,
          errors: [{ path, message: expect.stringContaining(message) }],
        });
      }
    });
  });

  it('404, 400: knows no such user, takes no other members', async () => {
    const path = '/routes/order/simulate';
    expect((await scene.call('POST', path, { user: unknownId('usr') })).status).toBe(404);
    expect((await scene.call('POST', path, { model: 'x' })).status).toBe(400);
  });
});
