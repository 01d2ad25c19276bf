import { inlineCommand } from './inline-command.ts';

/** One node as another one sees it. */
export type SeenNode = {
  readonly id: string;
  readonly port: number;
  readonly flags: readonly string[];
  /** The master's id; `undefined` for a master. */
  readonly masterId: string | undefined;
  /** Ranges of slots that it serves, both ends included. */
  readonly slots: readonly (readonly [from: number, to: number])[];
};

/**
 * The cluster as the node on this port sees it.
 *
 * @see https://redis.io/docs/latest/commands/cluster-nodes/
 */
export async function clusterView(port: number): Promise<readonly SeenNode[]> {
  const reply = await inlineCommand(port, 'CLUSTER NODES');
  return reply.split('\n').flatMap((line) => {
    const seen = /^([0-9a-f]{40}) [^ ]*:(\d+)@\S+ (\S+) (\S+) \d+ \d+ \d+ \S+ ?(.*)$/.exec(line.trim());
    if (seen === null) return [];
    const [, id = '', seenPort = '', flags = '', master = '', slots = ''] = seen;
    return [
      {
        id,
        port: Number(seenPort),
        flags: flags.split(','),
        masterId: master === '-' ? undefined : master,
        slots: slots.split(' ').flatMap(rangeOf),
      },
    ];
  });
}

/** Slots on their way (`[93-<-…]`) belong to nobody's range. */
function rangeOf(text: string): [number, number][] {
  const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  return from === undefined ? [] : [[Number(from), Number(to)]];
}

/** The healthy master of a slot, as this view has it. */
export const ownerOf = (view: readonly SeenNode[], slot: number): SeenNode | undefined =>
  view.find(
    ({ flags, slots }) =>
      flags.includes('master') &&
      !flags.includes('fail') &&
      !flags.includes('fail?') &&
      slots.some(([from, to]) => from <= slot && slot <= to),
  );

/** Which slot a key belongs to; the node computes it. */
export async function slotOf(port: number, key: string): Promise<number> {
  return Number(/^:(\d+)/.exec(await inlineCommand(port, `CLUSTER KEYSLOT ${JSON.stringify(key)}`))?.[1]);
}
