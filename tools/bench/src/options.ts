import { parseArgs } from 'node:util';

export type BenchOptions = {
  /** A commit that the gateway is compared with. */
  readonly base: string | undefined;
  readonly rounds: number;
  /** Against the base alone: no other contestant, nothing but the rounds. */
  readonly pairOnly: boolean;
};

/** Reads the command line. @throws on an option that does not exist. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { base: { type: 'string' }, rounds: { type: 'string' }, 'pair-only': { type: 'boolean' } },
  });
  const base = values.base === '' ? undefined : values.base;
  const rounds = Number(values.rounds ?? 5);
  if (!(rounds >= 1)) throw new Error('--rounds wants a number of rounds');
  return { base, rounds, pairOnly: values['pair-only'] === true && base !== undefined };
}
