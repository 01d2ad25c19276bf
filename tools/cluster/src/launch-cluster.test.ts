import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@palimpsest/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { launchCluster } from './launch-cluster.ts';

test.each(['PALIMPSEST_PROXY_PORT', 'PALIMPSEST_CONTROL_PORT'])(
  'is not taken for ready where somebody else answers on %s: it says so, and starts nothing',
  async (variable) => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-cluster-'));
    const other = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
    onTestFinished(async () => {
      other.close();
      await rm(folder, { recursive: true });
    });
    await once(other, 'listening');
    const address = other.address();
    const taken = address === null || typeof address === 'string' ? 0 : address.port;
    const [proxy = 0, control = 0] = await freePorts(2);
    const environment = {
      PALIMPSEST_PROXY_PORT: String(proxy),
      PALIMPSEST_CONTROL_PORT: String(control),
      [variable]: String(taken),
    };
    await expect(launchCluster(environment, folder, () => undefined, new AbortController().signal)).rejects.toThrow(
      `port ${taken} is already in use; stop what listens there or set ${variable}`,
    );
    expect(await readdir(folder)).toEqual([]);
  },
);
