import { execFileSync, spawnSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';

/** Where and when figures were taken. */
export type Machine = {
  readonly at: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly kernel: string;
  readonly node: string;
  readonly redis: string;
  readonly commit: string;
  /** Runnable processes, mean of the last minute, before anything was started. */
  readonly loadBefore: number;
};

export const describeMachine = (root: string): Machine => ({
  at: new Date().toISOString(),
  processor: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / 2 ** 30),
  kernel: release(),
  node: process.version,
  redis: /v=(\S+)/.exec(String(spawnSync('redis-server', ['--version']).stdout))?.[1] ?? 'unknown',
  commit: execFileSync('git', ['describe', '--always', '--dirty'], { cwd: root, encoding: 'utf8' }).trim(),
  loadBefore: loadavg()[0] ?? 0,
});
