import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closedLoop } from './closed-loop.ts';
import { fixedRate } from './fixed-rate.ts';
import { requestBytes } from './request-bytes.ts';

const request = () => requestBytes({}, { model: 'any' });

/** A server on a free port that ends with the test. */
async function serving(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe('a closed loop', () => {
  it('has as many requests under way as it has callers, never more, and counts each once', async () => {
    let [underWay, most, served] = [0, 0, 0];
    const port = await serving((_, response) => {
      most = Math.max(most, ++underWay);
      setImmediate(() => {
        underWay -= 1;
        served += 1;
        response.end('ok');
      });
    });
    const result = await closedLoop({ port, request }, { callers: 7, ms: 60_000, mostRequests: 200 });
    expect(most).toBeLessThanOrEqual(7);
    expect({ answered: result.answered, failed: result.failed, timed: result.latenciesMs.length }).toEqual({
      answered: served,
      failed: 0,
      timed: served,
    });
    expect(served).toBe(200);
  });

  it('asks each caller for its next request, by number', async () => {
    const seen: string[] = [];
    const port = await serving((incoming, response) => {
      seen.push(String(incoming.headers.call));
      response.end('ok');
    });
    const numbered = (caller: number, nth: number) => requestBytes({ call: `${caller}.${nth}` }, {});
    await closedLoop({ port, request: numbered }, { callers: 1, ms: 60_000, mostRequests: 3 });
    await fixedRate({ port, request: numbered }, { connections: 1, perSecond: 1000, ms: 2 });
    expect(seen).toEqual(['0.0', '0.1', '0.2', '0.0', '0.1']);
  });

  it('waits for what is under way at its end, and does not count it into its rate', async () => {
    const port = await serving((_, response) => void pause(150).then(() => response.end('late')));
    const result = await closedLoop({ port, request }, { callers: 3, ms: 50 });
    expect(result).toMatchObject({ answered: 3, failed: 0, perSecond: 0 });
  });

  it('counts refusals and broken connections as failed, and goes on', async () => {
    let calls = 0;
    const port = await serving((incoming, response) => {
      calls += 1;
      if (calls % 3 === 1) response.writeHead(500).end('no');
      else if (calls % 3 === 2) incoming.socket.destroy();
      else response.end('ok');
    });
    const result = await closedLoop({ port, request }, { callers: 1, ms: 60_000, mostRequests: 30 });
    expect(result).toMatchObject({ answered: 10, failed: 20 });
  });
});

describe('a fixed rate', () => {
  it('sends what is due whoever is slow, and counts latency from when it was due', async () => {
    const port = await serving((_, response) => void pause(100).then(() => response.end('slow')));
    // One connection for twenty requests that take 100 ms each: the last waits for all others.
    const result = await fixedRate({ port, request }, { connections: 1, perSecond: 100, ms: 200 });
    expect(result.answered).toBe(20);
    expect(Math.max(...result.latenciesMs)).toBeGreaterThan(1500);
  });
});
