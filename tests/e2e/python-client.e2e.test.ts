import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { answer, cutAfter, fail } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScene, type Scene, type ScenicUser } from './house/scene.ts';

const python = join(import.meta.dirname, '../../.cache/python/bin/python');
const script = join(import.meta.dirname, 'python/ask.py');
const absent = !existsSync(python);
if (absent) console.warn(`skipped: ${python} is not there; make test installs it where python3 is`);

type Asked = {
  text: string;
  finish_reason: string;
  usage: { total_tokens: number } | null;
  ids: string[];
  headers: Record<string, string>;
  error?: { class: string; status: number; code: string };
};

describe.skipIf(absent)('the official Python client', () => {
  let scene: Scene;
  let child: ChildProcessByStdio<Writable, Readable, null>;
  let answers: AsyncIterator<string>;
  beforeAll(async () => {
    scene = await openScene();
    child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
    answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  });
  afterAll(async () => {
    child.stdin.end();
    await scene.close();
  });

  async function ask(user: ScenicUser, request: object): Promise<Asked> {
    child.stdin.write(`${JSON.stringify({ base_url: `${scene.proxyUrl}/v1`, api_key: user.gatewayKey, request })}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error('python ended without an answer');
    return JSON.parse(value) as Asked;
  }
  const messages = [{ role: 'user', content: 'hello' }];
  const cap = [{ metric: 'requests' as const, amount: 50, period: 'day' as const }];

  test('gets one answer through a limited key', async () => {
    const model = `${scene.model}-py`;
    await scene.key('openai', [fail(429, { retryAfter: 60 })], { models: [model], limits: cap });
    const paid = await scene.key('anthropic', [answer({ text: 'paid', usage: { prompt: 3, completion: 1 } })], {
      models: [model],
    });
    const user = await scene.user();
    const asked = await ask(user, { model, messages });
    expect(asked).toMatchObject({ text: 'paid', finish_reason: 'stop', usage: { total_tokens: 4 } });
    expect(asked.headers['x-palimpsest-attempts']).toBe('2');
    expect(asked.headers['x-palimpsest-key']).toBe(paid.id);
  });

  test('gets one whole stream although the first key breaks off', async () => {
    const model = `${scene.model}-py-stream`;
    await scene.key('openai', [cutAfter(3, 'never never never never')], { models: [model], limits: cap });
    await scene.key('gemini', [answer({ text: ['whole ', 'and ', 'one'], usage: { prompt: 3, completion: 3 } })], {
      models: [model],
    });
    const user = await scene.user();
    const asked = await ask(user, { model, messages, stream: true, stream_options: { include_usage: true } });
    expect(asked).toMatchObject({ text: 'whole and one', finish_reason: 'stop', usage: { total_tokens: 6 } });
    expect(asked.ids).toHaveLength(1);
  });

  test('raises its own errors, and does not multiply the gateway’s attempts', async () => {
    const model = `${scene.model}-py-empty`;
    const key = await scene.key('openai', [fail(429, { retryAfter: 60 })], { models: [model] });
    const user = await scene.user();
    const asked = await ask(user, { model, messages });
    expect(asked.error).toEqual({ class: 'RateLimitError', status: 429, code: 'pool_exhausted' });
    expect(key.calls()).toHaveLength(1);
    const stranger = await ask({ ...user, gatewayKey: 'pgw_live_unknown' }, { model, messages });
    expect(stranger.error).toMatchObject({ class: 'AuthenticationError', code: 'invalid_api_key' });
  });
});
