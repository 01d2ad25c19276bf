import type { Key } from '../../api/schema.gen.ts';

/** How long a key's calls are waited for, as it stands in the fields: milliseconds; an empty text means the gateway's own. */
export type TimeoutDraft = {
  readonly firstByte: string;
  readonly stall: string;
  readonly plain: string;
};

export const noTimeouts: TimeoutDraft = { firstByte: '', stall: '', plain: '' };

/** What a stored key has, to be edited. */
export const timeoutDraft = ({ first_byte_ms, stall_ms, plain_ms }: Key['timeouts']): TimeoutDraft => ({
  firstByte: textOf(first_byte_ms),
  stall: textOf(stall_ms),
  plain: textOf(plain_ms),
});

/** What the API is sent for it: `null` for the gateway's own. */
export const timeoutBody = ({ firstByte, stall, plain }: TimeoutDraft) => ({
  first_byte_ms: numberOrNull(firstByte),
  stall_ms: numberOrNull(stall),
  plain_ms: numberOrNull(plain),
});

/** Whether the gateway's own are all that holds. */
export const areDefault = (draft: TimeoutDraft): boolean => Object.values(draft).every((text) => text.trim() === '');

const textOf = (ms: number | undefined): string => (ms === undefined ? '' : String(ms));

const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text));
