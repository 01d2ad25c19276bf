import type { Subject } from './subject.ts';
import { type GrowthTurn, takeTurn } from './take-turn.ts';

/** Every subject once in each round, each round beginning with another one; no further round begins after `until` (`performance.now()`). */
export async function runRounds<Name extends string>(
  subjects: Readonly<Record<Name, Subject>>,
  rounds: number,
  until: number,
  say: (line: string) => void,
): Promise<Record<Name, GrowthTurn[]>> {
  const names = Object.keys(subjects) as Name[];
  const turns = Object.fromEntries(names.map((name) => [name, [] as GrowthTurn[]])) as Record<Name, GrowthTurn[]>;
  for (let round = 0; round < rounds && performance.now() < until; round += 1) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const turn = await takeTurn(subjects[name]);
      turns[name].push(turn);
      say(`round ${round + 1} of ${rounds}: ${name.padEnd(8)} ${inShort(turn)}`);
    }
  }
  return turns;
}

const inShort = ({ costs }: GrowthTurn): string =>
  Object.entries(costs)
    .map(([load, { proxyUs, redisUs, meteringUs, bookingUs, foreignShare }]) => {
      const us = [proxyUs, redisUs, meteringUs, bookingUs].map((each) => each.toFixed(0)).join(' + ');
      return `${load} ${us} us, foreign ${(foreignShare * 100).toFixed(0)} %`;
    })
    .join('; ');
