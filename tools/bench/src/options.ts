import { parseArgs } from 'node:util';
import { closedLoads } from './rounds/sample.ts';

export type BenchOptions = {
  /** A commit that the gateway is compared with. */
  readonly base: string | undefined;
  readonly rounds: number;
  /** Against the base alone: no other contestant, nothing but the rounds. */
  readonly pairOnly: boolean;
};

/** What is wrong with a command line, for whoever wrote it. */
type Fault = { readonly fault: string };

/** Reads the command line of the benchmark. */
export function readOptions(args: readonly string[]): BenchOptions | Fault {
  const options = { base: { type: 'string' }, rounds: { type: 'string' }, 'pair-only': { type: 'boolean' } } as const;
  const { values, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const unknown = tokens.find((token) => token.kind !== 'option' || !Object.hasOwn(options, token.name));
  if (unknown !== undefined)
    return { fault: `'${args[unknown.index]}' is no option; allowed: --base=<commit>, --rounds=<n>, --pair-only` };
  const base = typeof values.base === 'string' && values.base !== '' ? values.base : undefined;
  const rounds = Number(values.rounds ?? 5);
  if (!(Number.isInteger(rounds) && rounds >= 1))
    return { fault: 'ROUNDS (--rounds) is not a whole number; allowed: 1 and more' };
  const pairOnly = values['pair-only'] === true;
  if (pairOnly && base === undefined)
    return { fault: 'PAIR (--pair-only) compares with a build alone: name its commit, BASE=<commit> (--base)' };
  return { base, rounds, pairOnly };
}

type ClosedLoad = (typeof closedLoads)[number];

/** Reads the load that is to be profiled; plain calls where none is named. */
export function readLoad([name = 'plain']: readonly string[]): ClosedLoad | Fault {
  return (
    closedLoads.find((load) => load === name) ?? { fault: `LOAD '${name}' is none; allowed: ${closedLoads.join(', ')}` }
  );
}

const isFault = (read: unknown): read is Fault => typeof read === 'object' && read !== null && 'fault' in read;

/** Ends the process with one line where the command line has a fault. */
export function orExit<Read>(read: Read | Fault): Read {
  if (!isFault(read)) return read;
  console.error(read.fault);
  process.exit(2);
}
