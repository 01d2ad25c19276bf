import type { Contestant } from '../contestants/contestant.ts';
import { type Plan, type Turn, takeTurn } from './take-turn.ts';

/** The turns of each contestant by its name, one for each round. */
export type Rounds = ReadonlyMap<string, readonly Turn[]>;

/** Every contestant once in each round, each round beginning with another one; no further round begins after `until` (`performance.now()`). */
export async function runRounds(
  contestants: readonly Contestant[],
  rounds: number,
  until: number,
  plan: Plan,
  say: (line: string) => void,
): Promise<Rounds> {
  const turns = new Map(contestants.map(({ name }) => [name, [] as Turn[]]));
  for (let round = 0; round < rounds && performance.now() < until; round += 1) {
    const first = round % contestants.length;
    for (const contestant of [...contestants.slice(first), ...contestants.slice(0, first)]) {
      const turn = await takeTurn(contestant, plan);
      turns.get(contestant.name)?.push(turn);
      say(`round ${round + 1} of ${rounds}: ${contestant.name.padEnd(16)} ${inShort(turn)}`);
    }
  }
  return turns;
}

const inShort = ({ samples: { plain, stream, rate } }: Turn): string =>
  [
    `plain ${plain?.perSecond.toFixed(0)}/s ${plain?.cpuUs.itself?.toFixed(1) ?? '-'} us`,
    `stream ${stream?.perSecond.toFixed(0)}/s ${stream?.cpuUs.itself?.toFixed(1) ?? '-'} us`,
    `at 500/s p50 ${rate?.p50Ms.toFixed(2)} p99 ${rate?.p99Ms.toFixed(2)} ms`,
    `foreign ${((plain?.foreignShare ?? 0) * 100).toFixed(0)} %`,
    `failed ${[plain, stream, rate].reduce((sum, sample) => sum + (sample?.failed ?? 0), 0)}`,
  ].join(', ');
