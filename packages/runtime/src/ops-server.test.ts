import { createServer } from 'node:net';
import { Gauge } from 'prom-client';
import { afterEach, describe, expect, it } from 'vitest';
import { StartProblem } from './config/start-problem.ts';
import { createLogger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { type OpsServer, startOpsServer } from './ops-server.ts';
import type { ReadinessChecks } from './readiness.ts';

let server: OpsServer | undefined;
afterEach(() => server?.close());

const silent = createLogger({ service: 'proxy', level: 'silent' });

async function start(
  checks: ReadinessChecks,
  { port = 0, metrics = createMetrics('proxy'), logger = silent } = {},
): Promise<(path: string) => Promise<Response>> {
  const variable = 'PALIMPSEST_PROXY_OPS_PORT';
  server = await startOpsServer({ host: '127.0.0.1', port, variable, metrics, checks, logger });
  const base = `http://127.0.0.1:${server.port}`;
  return (path) => fetch(`${base}${path}`);
}

describe('the ops port', () => {
  it('is healthy while the process lives, and ready only while every check holds', async () => {
    let redis: boolean | string = true;
    const get = await start({ redis: () => redis, snapshot: async () => true });
    expect((await get('/healthz')).status).toBe(200);
    const ready = await get('/readyz');
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true, checks: { redis: true, snapshot: true } }]);
    redis = false;
    const unready = await get('/readyz');
    expect([unready.status, await unready.json()]).toEqual([
      503,
      { ready: false, checks: { redis: false, snapshot: true } },
    ]);
    redis = 'the disk is full';
    expect(await (await get('/readyz')).json()).toEqual({
      ready: false,
      checks: { redis: false, snapshot: true },
      reasons: { redis: 'the disk is full' },
    });
    expect((await get('/healthz')).status).toBe(200);
  });

  it('is not ready when a check throws, rejects or never answers, and says so within two seconds', async () => {
    const get = await start({
      throws: () => {
        throw new Error('x');
      },
      rejects: () => Promise.reject(new Error('x')),
      hangs: () => new Promise(() => {}),
    });
    const before = performance.now();
    expect(await (await get('/readyz')).json()).toEqual({
      ready: false,
      checks: { throws: false, rejects: false, hangs: false },
    });
    expect(performance.now() - before).toBeLessThan(2000);
  });

  it('serves metrics of the process, labelled with the service', async () => {
    const get = await start({});
    const response = await get('/metrics');
    expect(response.headers.get('content-type')).toContain('text/plain');
    expect(await response.text()).toContain('process_resident_memory_bytes{service="proxy"}');
    expect((await get('/elsewhere')).status).toBe(404);
  });

  it('answers 500 and logs why where a metric cannot be collected, and goes on', async () => {
    const metrics = createMetrics('proxy');
    let broken = true;
    new Gauge({
      name: 'palimpsest_sample',
      help: 'A sample.',
      registers: [metrics],
      async collect() {
        if (broken) throw new Error('the figure is away');
      },
    });
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const get = await start({}, { metrics, logger: createLogger({ service: 'proxy', level: 'info', destination }) });
    const refused = await get('/metrics');
    expect([refused.status, await refused.text()]).toEqual([500, 'this failed; it has been logged\n']);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', path: '/metrics', err: { message: 'the figure is away' } },
    ]);
    broken = false;
    expect((await get('/metrics')).status).toBe(200);
  });

  it('names the port and the variable when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(start({}, { port })).rejects.toEqual(
      new StartProblem(`port ${port} is already in use; stop what listens there or set PALIMPSEST_PROXY_OPS_PORT`),
    );
    other.close();
  });
});
