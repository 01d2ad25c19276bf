import { status } from '@grpc/grpc-js';
import { statusError } from '@palimpsest/contracts';
import { gatewayKeyId, noUsage, providerKeyId, requestId, type UsageEvent, userId } from '@palimpsest/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Metering } from '../../metering/metering.ts';
import { newKey } from '../../testing/examples.ts';
import { type Scene, startScene } from '../../testing/scene.ts';

const event: UsageEvent = {
  requestId: requestId('req_1'),
  atMs: Date.UTC(2026, 0, 2, 3, 4, 5),
  userId: userId('usr_1'),
  gatewayKeyId: gatewayKeyId('gwk_1'),
  session: '=HYPERLINK("x")',
  clientRequestId: undefined,
  model: 'smart, fast',
  stream: true,
  outcome: 'rejected',
  errorCode: 'pool_exhausted',
  context: 'none',
  latencyMs: 120,
  chain: [],
  candidates: [],
  snapshotVersion: 9,
  served: undefined,
  usage: { ...noUsage, promptTokens: 10, totalTokens: 10 },
  operatorUsage: noUsage,
  estimated: false,
  cost: 3_500_000n,
  operatorCost: undefined,
  priceId: undefined,
};
const line =
  `req_1,2026-01-02T03:04:05.000Z,usr_1,gwk_1,"'=HYPERLINK(""x"")",,"smart, fast",true,rejected,pool_exhausted,none,0,` +
  ',,,,10,0,0,10,0,0,0,0,false,0.0035,,,120,[]\r\n';

const page = Array.from({ length: 200 }, () => event);
const gone = () => statusError(status.UNAVAILABLE, 'nobody listens');

let asked: unknown[][];
/** How many pages the log has, and whether metering fails at the end of them. */
let log: { readonly pages: number; readonly fails: boolean };
const metering: Metering = {
  async requests(...ask) {
    asked.push(ask);
    if (asked.length <= log.pages) return { events: page, nextCursor: `after ${asked.length}` };
    if (log.fails) throw gone();
    return { events: [event], nextCursor: null };
  },
  request: async () => undefined,
  async usage(...ask) {
    asked.push(ask);
    const sums = { requests: 3, promptTokens: 30, cachedTokens: 1, completionTokens: 15, totalTokens: 45 };
    return [
      {
        keyId: providerKeyId('key_1'),
        day: '2026-01-02',
        ...sums,
        cost: 7n,
        unpricedRequests: 1,
        operatorCost: -7n,
        unpricedAttempts: 2,
      },
    ];
  },
  overview: () => Promise.reject(gone()),
};

let scene: Scene;
let address: string;
beforeAll(async () => {
  scene = await startScene({ metering });
  address = await scene.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => scene.stop());
beforeEach(() => {
  asked = [];
  log = { pages: 0, fails: false };
});

const get = (file: string, signal: AbortSignal | null = null) =>
  fetch(`${address}/api/v1/exports/${file}`, { headers: { authorization: `Bearer ${scene.operatorKey}` }, signal });

describe('GET /exports/requests.csv', () => {
  it('200: has the whole log, whatever is asked for in one page, with the filters of the list', async () => {
    log = { pages: 3, fails: false };
    const answer = await get('requests.csv?user=usr_1&from=2026-01-01T00:00:00Z');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="requests.csv"');
    const [headings, ...lines] = (await answer.text()).split(/(?<=\r\n)/);
    expect(headings).toMatch(/^id,at,user,gateway_key,session,.*,latency_ms,chain\r\n$/);
    expect(lines).toHaveLength(601);
    expect(new Set(lines)).toEqual(new Set([line]));
    const filter = expect.objectContaining({ userId: 'usr_1', fromMs: Date.UTC(2026, 0, 1) });
    expect(asked.map(([ask]) => ask)).toEqual([filter, filter, filter, filter]);
    expect(asked.map(([, place]) => place)).toMatchObject([{}, ...[1, 2, 3].map((n) => ({ cursor: `after ${n}` }))]);
  });

  it('503: is a problem while nothing was sent', async () => {
    log = { pages: 0, fails: true };
    const answer = await get('requests.csv');
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([503, null]);
    expect(await answer.json()).toMatchObject({ code: 'metering_unavailable' });
  });

  it('is cut off where metering goes away in the middle, so that no part looks whole', async () => {
    log = { pages: 2, fails: true };
    const answer = await get('requests.csv');
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow('terminated');
  });

  it('reads no further than its client does, and not at all when the client has left', async () => {
    log = { pages: Number.POSITIVE_INFINITY, fails: false };
    const leaving = new AbortController();
    const answer = await get('requests.csv', leaving.signal);
    const settled = async () => {
      const before = asked.length;
      for (let round = 0; round < 20; round++) await fetch(`${address}/healthz`);
      return asked.length - before;
    };
    await expect.poll(settled, { timeout: 20_000 }).toBe(0);
    const unread = asked.length;
    leaving.abort();
    await expect(answer.text()).rejects.toThrow();
    await expect.poll(settled).toBe(0);
    expect(asked.length - unread).toBeLessThan(5);
  });

  it('400, 401: refuses what the list refuses', async () => {
    expect((await get('requests.csv?outcome=lost')).status).toBe(400);
    expect((await fetch(`${address}/api/v1/exports/requests.csv`)).status).toBe(401);
    expect(asked).toEqual([]);
  });
});

describe('GET /exports/usage.csv', () => {
  it('200: has what was grouped by and the sums, negative ones as numbers', async () => {
    const answer = await get('usage.csv?group_by=day,key&model=smart');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="usage.csv"');
    expect(await answer.text()).toBe(
      'day,key,requests,prompt_tokens,cached_tokens,completion_tokens,total_tokens,cost,unpriced_requests,operator_cost,unpriced_attempts\r\n' +
        '2026-01-02,key_1,3,30,1,15,45,0.000000007,1,-0.000000007,2\r\n',
    );
    expect(asked).toEqual([[expect.objectContaining({ model: 'smart' }), ['day', 'key']]]);
  });
});

describe('GET /exports/audit.csv', () => {
  it('200: has every action once over all pages, for the session of the dashboard too', async () => {
    const { body: key } = await scene.call('POST', '/keys', newKey({ name: '=1+1' }));
    for (let round = 0; round < 205; round++) await scene.call('PATCH', `/keys/${key.id}`, { name: `name ${round}` });
    const { headers } = await scene.call('POST', '/session', { operator_key: scene.operatorKey }, {});
    const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? '';
    const answer = await fetch(`${address}/api/v1/exports/audit.csv`, { headers: { cookie } });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"');
    const [headings, ...lines] = (await answer.text()).trimEnd().split('\r\n');
    expect(headings).toBe('id,at,actor,action,target,from,before,after');
    const own = lines.filter((text) => text.includes(`,${key.id},`));
    expect(new Set(own.map((text) => text.split(',', 1)[0])).size).toBe(206);
    expect(own.at(-1)).toMatch(new RegExp(`^aud_.*,operator,key\\.create,${key.id},127\\.0\\.0\\.1,,"\\{""`));
  });
});
