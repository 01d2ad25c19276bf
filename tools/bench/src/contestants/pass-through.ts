import { join } from 'node:path';
import { freePort } from '@palimpsest/testkit';
import { startChild } from './child.ts';
import type { Contestant, Ground } from './contestant.ts';

/** A program of ours that hands on bytes and does nothing else. */
export const passThrough = (name: 'node:http' | 'undici', ground: Ground): Contestant => ({
  name: `bare ${name}`,
  sessions: false,
  async launch() {
    const port = await freePort();
    const startedAt = performance.now();
    const program = `../programs/${name === 'undici' ? 'undici' : 'http'}-pass-through.ts`;
    const child = startChild({
      args: [join(import.meta.dirname, program), String(port), String(ground.upstream.port)],
      cores: ground.cores.measured,
      output: join(ground.folder, 'pass-through.log'),
    });
    await child.answering(`http://127.0.0.1:${port}/`);
    return {
      port,
      headers: { authorization: 'Bearer sk-bench' },
      processes: { itself: child.pid },
      readyMs: performance.now() - startedAt,
      settled: async () => {},
      stop: () => child.stop(),
    };
  },
  close: async () => {},
});
