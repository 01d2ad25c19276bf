import type { RegistryKind, Stored } from '@palimpsest/state';
import type { ControlRecords, ControlRegistry } from '../registry-records.ts';
import { Problem } from './problem.ts';

const words: Record<RegistryKind, string> = {
  'provider-keys': 'key',
  users: 'user',
  routes: 'route',
  prices: 'price',
  'data-keys': 'data key',
  imports: 'import',
  'alert-rules': 'set of alert rules',
  webhooks: 'webhook',
};

/** The record of an id, or a 404. */
export async function found<Kind extends RegistryKind>(
  registry: ControlRegistry,
  kind: Kind,
  id: string,
): Promise<Stored<ControlRecords[Kind]>> {
  const record = await registry.get(kind, id);
  if (record === undefined) throw new Problem('not_found', `There is no ${words[kind]} ${JSON.stringify(id)}.`);
  return record;
}

/** What was written, or a 409 where somebody else wrote the record between our reading and writing it. */
export function unlessConflict<Value>(written: Value | undefined | false): Value {
  if (written === undefined || written === false)
    throw new Problem(
      'version_conflict',
      'Somebody changed this record meanwhile; read it again and repeat the change.',
    );
  return written;
}
