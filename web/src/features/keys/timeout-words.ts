import type { TimeoutDraft } from './timeout-draft.ts';

type TimeoutWords = {
  readonly label: string;
  readonly about: string;
  /** The member of the API's `timeouts`. */
  readonly member: 'first_byte_ms' | 'stall_ms' | 'plain_ms';
  /** What holds for all keys that have none of their own. */
  readonly variable: string;
  /** What that is where nobody set it. */
  readonly unsetMs: number;
};

/** The timeouts in the order of the form. */
export const timeoutWords: readonly (TimeoutWords & { readonly name: keyof TimeoutDraft })[] = [
  {
    name: 'firstByte',
    label: 'First event',
    about: 'Streamed: until the first event.',
    member: 'first_byte_ms',
    variable: 'PALIMPSEST_FIRST_BYTE_TIMEOUT_MS',
    unsetMs: 120_000,
  },
  {
    name: 'stall',
    label: 'Silence',
    about: 'Streamed: between two events.',
    member: 'stall_ms',
    variable: 'PALIMPSEST_STALL_TIMEOUT_MS',
    unsetMs: 60_000,
  },
  {
    name: 'plain',
    label: 'Whole answer',
    about: 'Not streamed: from start to end.',
    member: 'plain_ms',
    variable: 'PALIMPSEST_PLAIN_TIMEOUT_MS',
    unsetMs: 300_000,
  },
];
