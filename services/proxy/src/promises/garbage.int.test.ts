import { type HeapProfiler, Session } from 'node:inspector/promises';
import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { perDay } from '../testing/per-day.ts';
import { type ProxyUnderTest, startProxyUnderTest } from '../testing/proxy-under-test.ts';

// Bytes are counted, not time: what is made of a call and thrown away again is a good part of what it costs.
let proxy: ProxyUnderTest;
const session = new Session();
beforeAll(async () => {
  proxy = await startProxyUnderTest();
  session.connect();
});
afterAll(async () => {
  session.disconnect();
  await proxy.stop();
});

const callers = 16;

/** A user and ten keys with limits, as a call has them at least. */
function scene(name: string) {
  const model = `gpt-garbage-${name}`;
  const user = proxy.user({ limits: [perDay(1_000_000)] });
  for (let made = 0; made < 10; made += 1) {
    const { secret } = proxy.key('openai', { models: [model], limits: [perDay(1_000_000)] });
    proxy.providers.openai.plays(secret, answer(Array(60).fill('word').join(' ')));
  }
  return async (calls: number, stream: boolean): Promise<void> => {
    let left = calls;
    const caller = async (): Promise<void> => {
      for (; left > 0; left -= 1) {
        const response = await proxy.chat(user, { model, messages: [{ role: 'user', content: 'ping' }], stream });
        expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('word')]);
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
  };
}

const ours = /\/(?:services\/proxy|packages\/(?:contracts|domain|providers|runtime|state))\/src\//;

/** Bytes that our own code, and what it called, took of the heap while `run` ran, whatever became of them. */
async function bytesTaken(run: () => Promise<void>): Promise<number> {
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 4096,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  } as HeapProfiler.StartSamplingParameterType);
  await run();
  const { profile } = await session.post('HeapProfiler.stopSampling');
  return under(profile.head, false);
}

function under({ callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode, inOurs: boolean): number {
  const is = inOurs || ours.test(callFrame.url);
  return (is ? selfSize : 0) + children.reduce((sum, child) => sum + under(child, is), 0);
}

// Code that was not compiled yet takes more: hence the calls before, and the room.
describe('the heap that a call takes', () => {
  it.each([
    ['plain', false, 175],
    ['streamed', true, 250],
  ] as const)('is bounded: %s', async (name, stream, mostKb) => {
    const run = scene(name);
    await run(600, stream);
    const calls = 400;
    const taken = (await bytesTaken(() => run(calls, stream))) / calls / 1024;
    expect(taken).toBeLessThan(mostKb);
  });
});
