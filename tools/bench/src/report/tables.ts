import type { Machine } from '../measure/machine.ts';
import type { Verdict } from './verdict.ts';

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export const verdictTable = (verdicts: readonly Verdict[]): string =>
  table(
    ['figure', 'target', 'measured', 'met'],
    verdicts.map(({ target, limit, measured, met }) => [target, limit, measured, met ? 'yes' : 'no']),
  );

/** Empty for what is no number. */
export const number = (value: number, digits: number): string => (Number.isFinite(value) ? value.toFixed(digits) : '');

/** Where and when, as lines of a sentence each. */
export const introductionOf = (machine: Machine): string[] => [
  `${machine.at}, commit ${machine.commit}, Node.js ${machine.node}, Redis ${machine.redis}, ${machine.cores} cores of ${machine.processor},`,
  `${machine.memoryGb} GB, Linux ${machine.kernel}. Load before the start ${machine.loadBefore.toFixed(1)}.`,
];
