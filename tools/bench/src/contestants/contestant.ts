import type { Cores } from '../measure/cores.ts';
import type { Upstream } from './upstream.ts';

/** One launch of a contestant, ready for load. */
export type Running = {
  readonly port: number;
  /** What its callers send beside the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whose CPU time is told, by name; `itself` is the one on the measured core. Empty for the upstream alone. */
  readonly processes: Readonly<Record<string, number>>;
  /** From the start of its process to its first answer, ms. */
  readonly readyMs: number;
  /** Resolves when nothing is left to do of what a load began, or after ten seconds. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

/** Something that answers chat completions by asking the bench's upstream. */
export type Contestant = {
  readonly name: string;
  /** Whether it knows sessions. */
  readonly sessions: boolean;
  launch(): Promise<Running>;
  /** Ends what it keeps between launches. */
  close(): Promise<void>;
};

/** What every contestant gets from the bench. */
export type Ground = {
  readonly upstream: Upstream;
  readonly cores: Cores;
  /** For files of this run. */
  readonly folder: string;
};
