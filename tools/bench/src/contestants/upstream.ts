import { once } from 'node:events';
import { join } from 'node:path';
import { startChild } from './child.ts';
import type { Contestant } from './contestant.ts';

export type Upstream = {
  readonly port: number;
  /** How long the second attempt of each call that was refused once took from the refusal on, ms; told once. */
  secondAttemptsMs(): Promise<readonly number[]>;
  stop(): Promise<void>;
};

/** Starts the simulated provider, away from the measured core. */
export async function startUpstream(cores: string | undefined, folder: string): Promise<Upstream> {
  const child = startChild({
    args: [join(import.meta.dirname, '../programs/upstream.ts')],
    cores,
    output: join(folder, 'upstream.log'),
  });
  const [{ port }] = (await once(child.process, 'message')) as [{ port: number }];
  return {
    port,
    async secondAttemptsMs() {
      child.process.send('tell');
      const [{ secondAfterMs }] = (await once(child.process, 'message')) as [{ secondAfterMs: number[] }];
      return secondAfterMs;
    },
    stop: () => child.stop(),
  };
}

/** The upstream asked directly: what the bench's own load costs, and the latency that all others add to. */
export const upstreamAlone = ({ port }: Upstream): Contestant => ({
  name: 'upstream alone',
  sessions: false,
  launch: async () => ({
    port,
    headers: {},
    processes: {},
    readyMs: 0,
    settled: async () => {},
    stop: async () => {},
  }),
  close: async () => {},
});
