import type { z } from 'zod';

/** What is allowed, in the words of the other faults, where a schema has none of its own; `undefined` leaves it to zod. */
export function faultWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `is missing, and must be ${kindOf(issue.expected)}`
        : `must be ${kindOf(issue.expected)}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'too_small':
      return bound(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return bound(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    default:
      return undefined;
  }
}

/** A number is bounded itself, everything else by what it is made of. */
function bound(origin: string, word: string, limit: number | bigint): string {
  const parts = measures[origin];
  if (parts === undefined) return `must be ${word} ${limit}`;
  return `must have ${word} ${limit} ${limit === 1 ? parts[0] : parts[1]}`;
}

const measures: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  object: ['member', 'members'],
  record: ['member', 'members'],
};

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  object: 'an object',
  record: 'an object',
};

const kindOf = (expected: string): string => kinds[expected] ?? `a ${expected}`;
