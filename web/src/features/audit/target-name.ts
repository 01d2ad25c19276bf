import type { AuditEntry } from '../../api/schema.gen.ts';

/** What an action was done to, as it was called then; `undefined` where the entry does not say. */
export const recordedName = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string | undefined =>
  nameIn(after) ?? nameIn(before);

const nameIn = (side: unknown): string | undefined =>
  typeof side === 'object' && side !== null && 'name' in side && typeof side.name === 'string' ? side.name : undefined;
