import { randomBytes } from 'node:crypto';
import { answer, type Fault, type Follows } from '@palimpsest/testkit';
import { expect } from 'vitest';
import { perDay } from '../../testing/per-day.ts';
import type { ProxyUnderTest } from '../../testing/proxy-under-test.ts';
import { endsAt } from './ends-at.ts';

const ask = (model: string, stream: boolean) => ({ model, messages: [{ role: 'user', content: 'ping' }], stream });

type Key = ReturnType<ProxyUnderTest['key']>;

/** What the contract allows a deadline to be off, and what is over before it can be looked at. */
const toleranceMs = 2000;

async function standingOf(proxy: ProxyUnderTest, { id, limits }: Key) {
  const [standing] = await proxy.pool.read([{ tag: id, key: id, limits }]);
  if (standing === undefined) throw new Error('a key has a standing');
  return standing;
}

const callsOf = (proxy: ProxyUnderTest, key: Key): number => proxy.providers[key.provider].calls(key.secret).length;

async function expectMark(proxy: ProxyUnderTest, key: Key, model: string, { leaves }: Follows): Promise<void> {
  const { nowMs, state, untilMs, models } = await standingOf(proxy, key);
  const endsAtMs = leaves && endsAt(leaves.until, nowMs);
  if (typeof endsAtMs === 'number' && endsAtMs - nowMs < toleranceMs && state === 'active') return;
  expect({ state, models: models.map((mark) => [mark.model, mark.state]) }).toEqual({
    state: leaves?.on === 'key' ? leaves.state : 'active',
    models: leaves?.on === 'model' ? [[model, leaves.state]] : [],
  });
  const marked = leaves?.on === 'model' ? models[0]?.untilMs : untilMs;
  if (typeof endsAtMs === 'number') expect(Math.abs((marked ?? 0) - endsAtMs)).toBeLessThanOrEqual(toleranceMs);
  else expect(marked).toBeNull();
}

async function expectRefusal(response: Response, { client, leaves }: Follows): Promise<void> {
  const body = (await response.json()) as { error?: unknown };
  expect({ status: response.status, error: body.error }).toMatchObject({
    status: client.status,
    error: {
      code: client.code,
      message: expect.stringMatching(/./),
      ...(client.type === undefined ? {} : { type: client.type }),
      ...(client.param === undefined ? {} : { param: client.param }),
    },
  });
  const wouldHammer = [409, 429].includes(client.status) || client.status >= 500;
  expect(response.headers.get('x-should-retry')).toBe(wouldHammer ? 'false' : null);
  if (client.status !== 429 || leaves === undefined) return;
  const waitMs = (endsAt(leaves.until, Date.now()) ?? 0) - Date.now();
  const toldMs = Number(response.headers.get('retry-after')) * 1000;
  expect(toldMs).toBeGreaterThanOrEqual(1000);
  expect(Math.abs(toldMs - Math.max(1000, waitMs))).toBeLessThanOrEqual(toleranceMs);
}

async function expectAnswer(response: Response, by: Key, finish = 'stop'): Promise<void> {
  const text = await response.text();
  expect({ status: response.status, text }).toEqual({
    status: 200,
    text: expect.stringContaining(`"finish_reason":"${finish}"`),
  });
  expect(response.headers.get('x-palimpsest-key')).toBe(by.id);
  expect(response.headers.get('content-encoding')).toBeNull();
}

/** The chain as the headers tell it, without the statuses. */
const trailOf = (response: Response): string[] =>
  (response.headers.get('x-palimpsest-trail') ?? '').split(', ').map((step) => step.replace(/\((?:\d+|-)\)$/, ''));

/**
 * Plays a fault to a key that is asked first, beside another key of its vendor and one of another vendor; then to a key that is alone.
 * Holds class, marks, the calls made, and what the client sees against what must follow.
 */
export async function playFault(proxy: ProxyUnderTest, caller: { readonly key: string }, fault: Fault): Promise<void> {
  const { follows, provider } = fault;
  const name = `fault-${randomBytes(6).toString('hex')}`;
  // OpenRouter's names have a slash.
  const upstream = provider === 'openrouter' ? `x/${name}` : name;
  const place = (vendor: string, of = provider, perDayAtMost?: number, model = name) =>
    proxy.key(of, {
      models: [{ name: model, upstream }],
      vendor,
      ...(perDayAtMost === undefined ? {} : { limits: [perDay(perDayAtMost)] }),
    });
  const faulty = place(name, provider, 1000);
  const sibling = place(name, provider, 100);
  const elsewhere = place(`${name} elsewhere`, 'openai');
  proxy.providers[provider].plays(faulty.secret, fault.sends(new Date()));
  proxy.providers[provider].plays(sibling.secret, answer('from the sibling'));
  proxy.providers.openai.plays(elsewhere.secret, answer('from elsewhere'));

  const response = await proxy.chat(caller, ask(name, fault.form === 'stream'));
  const next = { 'another key': sibling, 'another vendor': elsewhere, nobody: undefined }[follows.next];
  expect(trailOf(response)).toEqual([
    `${provider}/${faulty.id}:${follows.class}`,
    ...(next === undefined ? [] : [`${next.provider}/${next.id}:success`]),
  ]);
  if (next !== undefined) await expectAnswer(response, next);
  else if (follows.class === 'success') await expectAnswer(response, faulty, follows.client.finish);
  else await expectRefusal(response, follows);
  await expectMark(proxy, faulty, upstream, follows);
  expect(callsOf(proxy, faulty)).toBe(1);
  for (const other of [sibling, elsewhere]) {
    expect(await standingOf(proxy, other)).toMatchObject({ state: 'active', models: [], failures: 0 });
    expect(callsOf(proxy, other)).toBe(other === next ? 1 : 0);
  }

  const alone = place(`${name} alone`, provider, undefined, `${name}-alone`);
  proxy.providers[provider].plays(alone.secret, fault.sends(new Date()));
  // In buffered mode a failed stream is refused like any other call.
  const last = await proxy.chat(caller, ask(`${name}-alone`, fault.form !== 'plain'));
  if (follows.class === 'success') await expectAnswer(last, alone, follows.client.finish);
  else await expectRefusal(last, follows);
  expect(callsOf(proxy, alone)).toBe(follows.again === true ? 2 : 1);
}
