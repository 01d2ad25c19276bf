import { gatewayKeyId, noUsage, providerKeyId, requestId, type UsageEvent, userId } from '@palimpsest/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Metering } from '../metering/metering.ts';
import { newKey } from '../testing/examples.ts';
import { type Scene, startScene } from '../testing/scene.ts';

const key = providerKeyId('key_1');
const event: UsageEvent = {
  requestId: requestId('req_1'),
  atMs: Date.UTC(2026, 0, 2, 3, 4, 5),
  userId: userId('usr_1'),
  gatewayKeyId: gatewayKeyId('gwk_1'),
  session: 's1',
  clientRequestId: undefined,
  model: 'smart',
  stream: true,
  outcome: 'success',
  errorCode: undefined,
  context: 'carried',
  latencyMs: 120,
  chain: [
    {
      key,
      provider: 'openai',
      model: 'gpt-4o',
      class: 'transient',
      status: 429,
      reason: 'requests per minute',
      latencyMs: 20,
      quotaTag: 'key_1',
      reservedAtMs: 1,
      reached: true,
      usage: noUsage,
      cost: undefined,
    },
  ],
  candidates: [{ key, provider: 'openai', model: 'gpt-4o', verdict: 'chosen', untilMs: null, remaining: 7 }],
  snapshotVersion: 9,
  served: { provider: 'openai', vendor: 'openai', keyId: key, upstreamModel: 'gpt-4o' },
  usage: { ...noUsage, promptTokens: 10, completionTokens: 5, totalTokens: 15 },
  operatorUsage: noUsage,
  estimated: false,
  cost: 3_500_000n,
  operatorCost: undefined,
  priceId: undefined,
};
const sums = { requests: 3, promptTokens: 30, cachedTokens: 1, completionTokens: 15, totalTokens: 45 };

let asked: unknown[];
const metering: Metering = {
  async requests(...ask) {
    asked = ask;
    return { events: [event], nextCursor: 'next' };
  },
  request: async (id) => (id === 'req_1' ? event : undefined),
  async usage(...ask) {
    asked = ask;
    const row = { keyId: key, day: '2026-01-02', ...sums, operatorCost: 0n, unpricedAttempts: 0 };
    return [
      { ...row, cost: 7n, unpricedRequests: 1 },
      { ...row, cost: 0n, unpricedRequests: 3, unpricedAttempts: 2 },
      { ...row, cost: 0n, unpricedRequests: 0 },
    ];
  },
  overview: async () => ({
    requests: 10,
    succeeded: 6,
    failed: 1,
    cancelled: 1,
    rejected: 2,
    abandoned: 0,
    failovers: 4,
    activeSessions: 2,
    totalTokens: 45,
    cost: 7n,
    unpricedRequests: 1,
    operatorCost: 0n,
    unpricedAttempts: 2,
    streamLag: 0,
  }),
};

let scene: Scene;
let without: Scene;
beforeAll(async () => {
  scene = await startScene({ metering });
  without = await startScene({ beside: scene });
});
afterAll(async () => {
  await without.stop();
  await scene.stop();
});

describe('GET /requests', () => {
  it('200: shows the chain of each call, and asks metering for what the query says', async () => {
    const query = 'user=usr_1&outcome=success&from=2026-01-01T00:00:00Z&limit=5&cursor=c';
    const { status, body } = await scene.call('GET', `/requests?${query}`);
    expect(status).toBe(200);
    expect(asked).toEqual([
      expect.objectContaining({ userId: 'usr_1', outcome: 'success', fromMs: Date.UTC(2026, 0, 1), toMs: undefined }),
      { limit: 5, cursor: 'c' },
    ]);
    expect(body.next_cursor).toBe('next');
    expect(body.data).toMatchObject([
      {
        id: 'req_1',
        at: '2026-01-02T03:04:05.000Z',
        user: 'usr_1',
        session: 's1',
        model: 'smart',
        stream: true,
        attempts: 1,
        context: 'carried',
        outcome: 'success',
        estimated: false,
        latency_ms: 120,
        chain: [{ key: 'key_1', class: 'transient', status: 429, reason: 'requests per minute', latency_ms: 20 }],
        usage: { prompt_tokens: 10, cached_tokens: 0, completion_tokens: 5, total_tokens: 15 },
        cost: '0.0035',
        operator_cost: null,
      },
    ]);
  });

  it('200, 404: shows why each key was chosen or passed over', async () => {
    const { body } = await scene.call('GET', '/requests/req_1');
    expect(body.candidates).toMatchObject([{ key: 'key_1', verdict: 'chosen', until: null, remaining: 7 }]);
    expect((await scene.call('GET', '/requests/req_2')).status).toBe(404);
  });

  it('400: takes no time without a zone and no unknown outcome', async () => {
    for (const query of ['from=2026-01-01', 'outcome=lost', 'limit=500'])
      expect((await scene.call('GET', `/requests?${query}`)).status).toBe(400);
  });
});

describe('GET /usage', () => {
  it('200: sums by any mix; a cost is null where nothing had a price', async () => {
    const { body } = await scene.call('GET', '/usage?group_by=day,key&model=smart');
    expect(asked).toEqual([expect.objectContaining({ model: 'smart' }), ['day', 'key']]);
    const row = {
      day: '2026-01-02',
      key: 'key_1',
      requests: 3,
      prompt_tokens: 30,
      cached_tokens: 1,
      completion_tokens: 15,
      total_tokens: 45,
      operator_cost: '0',
      unpriced_attempts: 0,
    };
    expect(body.data).toEqual([
      { ...row, cost: '0.000000007', unpriced_requests: 1 },
      { ...row, cost: null, unpriced_requests: 3, operator_cost: null, unpriced_attempts: 2 },
      { ...row, cost: '0', unpriced_requests: 0 },
    ]);
  });

  it('400: groups by nothing else', async () => {
    const { body } = await scene.call('GET', '/usage?group_by=day,weather');
    expect(body.errors).toMatchObject([{ path: 'group_by[1]' }]);
  });
});

describe('GET /overview', () => {
  it('200: puts the pool and the last day together', async () => {
    await scene.call('POST', '/keys', newKey({ limits: [{ metric: 'requests', amount: 9, period: 'day' }] }));
    await scene.call('POST', '/keys', newKey({ enabled: false }));
    const { body } = await scene.call('GET', '/overview');
    expect(body).toMatchObject({
      pool: { keys: 2, active: 1, disabled: 1, capped_keys: 1, requests_remaining: 9 },
      traffic: {
        requests: 10,
        failovers: 4,
        error_rate: 0.125,
        active_sessions: 2,
        cost: '0.000000007',
        operator_cost: null,
      },
      alerts: [],
      public_api: { base_url: 'https://gateway.example.org/v1', port: 8000 },
    });
  });
});

describe('while metering is away', () => {
  it('503: says so where only metering knows, and the other pages go on', async () => {
    for (const path of ['/requests', '/requests/req_1', '/usage']) {
      const { status, body, headers } = await without.call('GET', path);
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'metering_unavailable', '1']);
    }
    expect((await without.call('GET', '/keys')).body.data).toMatchObject([{ usage_today: null }, {}]);
    expect((await without.call('GET', '/overview')).body).toMatchObject({ traffic: null, pool: { keys: 2 } });
  });
});
