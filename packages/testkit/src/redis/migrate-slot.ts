import { inlineCommand } from './inline-command.ts';

/** A node by its port and its id in the cluster. */
export type ClusterNode = { readonly port: number; readonly id: string };

const AT_ONCE = 10;

/**
 * Moves a slot with all its keys while clients go on using it: between the first step and the last one they meet ASK and TRYAGAIN, and
 * MOVED after it.
 *
 * @param others further masters, which learn the new owner at once instead of by gossip.
 * @see https://redis.io/docs/latest/commands/cluster-setslot/
 */
export async function migrateSlot(
  slot: number,
  from: ClusterNode,
  to: ClusterNode,
  others: readonly ClusterNode[],
): Promise<void> {
  await ok(to.port, `CLUSTER SETSLOT ${slot} IMPORTING ${from.id}`);
  await ok(from.port, `CLUSTER SETSLOT ${slot} MIGRATING ${to.id}`);
  for (;;) {
    const keys = await keysIn(from.port, slot);
    if (keys.length === 0) break;
    const named = keys.map((key) => JSON.stringify(key)).join(' ');
    await ok(from.port, `MIGRATE 127.0.0.1 ${to.port} "" 0 5000 KEYS ${named}`);
  }
  for (const { port } of [to, from, ...others]) await ok(port, `CLUSTER SETSLOT ${slot} NODE ${to.id}`);
}

async function keysIn(port: number, slot: number): Promise<readonly string[]> {
  const reply = await inlineCommand(port, `CLUSTER GETKEYSINSLOT ${slot} ${AT_ONCE}`);
  // An array of bulk strings, and the OK of the closing QUIT.
  return reply.split('\r\n').filter((line) => line !== '' && !/^[*$+]/.test(line));
}

async function ok(port: number, command: string): Promise<void> {
  const reply = await inlineCommand(port, command, 6_000);
  if (!/^\+(?:OK|NOKEY)/.test(reply)) throw new Error(`${command} on port ${port}: ${reply}`);
}
