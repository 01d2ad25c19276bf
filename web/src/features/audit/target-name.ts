import type { AuditEntry } from '../../api/schema.gen.ts';

/** What an action was done to, as it was called then; a price by its model. `undefined` where the entry does not say. */
export const recordedName = ({ before, after }: Pick<AuditEntry, 'before' | 'after'>): string | undefined =>
  nameIn(after) ?? nameIn(before);

function nameIn(side: unknown): string | undefined {
  if (typeof side !== 'object' || side === null) return undefined;
  if ('name' in side && typeof side.name === 'string') return side.name;
  return 'model' in side && typeof side.model === 'string' ? side.model : undefined;
}
