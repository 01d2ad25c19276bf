import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../../testing/examples.ts';
import { type Scene, startScene } from '../../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.stop());

const create = (change: Readonly<Record<string, unknown>>) => scene.call('POST', '/keys', newKey(change));

describe('POST /keys', () => {
  it('201: completes a key with the defaults of its provider and never gives the secret back', async () => {
    const { status, body } = await create({ secret: 'sk-secret-abcd' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^key_[0-9A-HJKMNP-TV-Z]{26}$/),
      name: 'free',
      provider: 'openai',
      secret_hint: 'abcd',
      base_url: 'https://api.openai.com/v1',
      vendor: 'openai',
      models: [],
      quota_group: null,
      limits: [],
      timeouts: {},
      enabled: true,
      state: 'active',
      until: null,
      reason: null,
      model_states: [],
      remaining: [],
      resets_at: null,
      usage_today: null,
      learned_limits: [],
      last_used_at: null,
      consecutive_failures: 0,
    });
    expect(JSON.stringify(body)).not.toContain('secret-abcd');
  });

  it('201: shows what is left of each limit and when it begins anew', async () => {
    const { status, body } = await create({
      limits: [
        { metric: 'requests', amount: 200, period: 'day' },
        { metric: 'cost', amount: 2.5, period: 'month', time_zone: 'Europe/Berlin', enforce: false },
        { metric: 'concurrent', amount: 3 },
      ],
    });
    expect(status).toBe(201);
    expect(body.limits).toEqual([
      { metric: 'requests', amount: 200, period: 'day', time_zone: 'UTC', enforce: true },
      { metric: 'cost', amount: '2.5', period: 'month', time_zone: 'Europe/Berlin', enforce: false },
      { metric: 'concurrent', amount: 3 },
    ]);
    expect(body.remaining).toMatchObject([
      { limit: 'requests:day:UTC', remaining: 200, resets_at: expect.stringMatching(/T00:00:00\.000Z$/) },
      { limit: 'cost:month:Europe/Berlin', remaining: '2.5' },
      { limit: 'concurrent', remaining: 3, resets_at: null },
    ]);
    expect(body.remaining).toContainEqual(expect.objectContaining({ resets_at: body.resets_at }));
  });

  it('201: takes a local server with its models, group and timeouts', async () => {
    const { status, body } = await create({
      provider: 'openai_compatible',
      base_url: 'http://localhost:11434/v1/',
      models: ['llama3', { name: 'gpt-4o', upstream: 'openai/gpt-4o' }],
      quota_group: 'project-1',
      timeouts: { first_byte_ms: 1000 },
      enabled: false,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      base_url: 'http://localhost:11434/v1',
      vendor: 'http://localhost:11434',
      models: ['llama3', { name: 'gpt-4o', upstream: 'openai/gpt-4o' }],
      quota_group: 'project-1',
      timeouts: { first_byte_ms: 1000 },
      state: 'disabled',
    });
  });

  it('201: takes a secret of one character, and shows nothing of it', async () => {
    const { status, body } = await create({ secret: 'x' });
    expect(status).toBe(201);
    expect(body.secret_hint).toBeNull();
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ provider: 'mistral' }, 'provider'],
    [{ secret: '' }, 'secret'],
    [{ secret: 'has a blank' }, 'secret'],
    [{ secret: 'naïve-secret' }, 'secret'],
    [{ base_url: 'http://169.254.169.254/latest' }, 'base_url'],
    [{ base_url: 'http://0xa9fea9fe/' }, 'base_url'],
    [{ base_url: 'https://me:pw@example.com' }, 'base_url'],
    [{ base_url: 'ftp://example.com' }, 'base_url'],
    [{ provider: 'openai_compatible', base_url: 'http://localhost:1/v1' }, 'models'],
    [{ models: ['a', 'a'] }, 'models[1]'],
    [{ models: [{ name: 'gpt-*', upstream: 'x' }] }, 'models[0].name'],
    [{ quota_group: 'a b' }, 'quota_group'],
    [{ limits: [{ metric: 'requests', amount: 0, period: 'day' }] }, 'limits[0].amount'],
    [{ limits: [{ metric: 'requests', amount: 1.5, period: 'day' }] }, 'limits[0].amount'],
    [{ limits: [{ metric: 'cost', amount: '-1', period: 'day' }] }, 'limits[0].amount'],
    [{ limits: [{ metric: 'cost', amount: 0, period: 'day' }] }, 'limits[0].amount'],
    [{ limits: [{ metric: 'requests', amount: 1, period: 'week' }] }, 'limits[0].period'],
    [{ limits: [{ metric: 'requests', amount: 1, period: 'day', time_zone: 'Mars/Base' }] }, 'limits[0].time_zone'],
    [{ limits: [{ metric: 'requests', amount: 1, period: 'day', time_zone: '+01:00' }] }, 'limits[0].time_zone'],
    [{ limits: [{ metric: 'bananas', amount: 1 }] }, 'limits[0].metric'],
    [{ limits: [1, 2].map((amount) => ({ metric: 'tokens', amount, period: 'day' })) }, 'limits[1]'],
    [{ timeouts: { first_byte_ms: 0 } }, 'timeouts.first_byte_ms'],
    [{ limtis: [] }, 'body'],
  ])('400: says what is wrong with %j', async (change, path) => {
    const { status, body, headers } = await create(change);
    expect(status).toBe(400);
    expect(headers['content-type']).toContain('application/problem+json');
    expect(body).toMatchObject({ status: 400, code: 'invalid_request', title: expect.any(String) });
    expect(body.errors.map((error: { path: string }) => error.path)).toContain(path);
  });

  it('400: takes a secret of 4096 characters and none of more', async () => {
    expect((await create({ secret: 'x'.repeat(4096) })).status).toBe(201);
    expect((await create({ secret: 'x'.repeat(4097) })).body.errors).toMatchObject([{ path: 'secret' }]);
  });

  it('400: names every fault at once', async () => {
    const { body } = await scene.call('POST', '/keys', { name: '', provider: 'x' });
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual(['name', 'provider', 'secret']);
  });

  it('409: names the key that has the same secret for the same address, and takes it for another address', async () => {
    const secret = 'sk-the-same-secret';
    const first = await create({ secret, name: 'first' });
    const second = await create({ secret, name: 'second', base_url: 'https://api.openai.com/v1/' });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({
      code: 'duplicate_secret',
      detail: expect.stringContaining('"first"'),
      conflicts_with: { id: first.body.id, name: 'first' },
    });
    expect((await create({ secret, base_url: 'https://other.example/v1' })).status).toBe(201);
  });

  it('401: lets nobody in without the operator key', async () => {
    for (const headers of [{}, { authorization: 'Bearer pgw_op_wrong' }, { authorization: 'Basic x' }]) {
      const { status, body } = await scene.call('POST', '/keys', newKey(), headers);
      expect(status).toBe(401);
      expect(body.code).toBe('unauthorized');
    }
  });
});
