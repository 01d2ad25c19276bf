import { startClusterNode } from './cluster-node.ts';
import { clusterView, ownerOf, type SeenNode, slotOf } from './cluster-view.ts';
import { formCluster, type LooseNode, untilWhole } from './form-cluster.ts';
import { freePorts } from './free-port.ts';
import { migrateSlot } from './migrate-slot.ts';
import type { RedisProcess } from './server-process.ts';

/** A Redis Cluster of processes of ours on 127.0.0.1. */
export type RedisCluster = {
  /** Its nodes: first those that began as masters, then their replicas in the same order. */
  readonly nodes: readonly RedisProcess[];
  /** `host:port,…`, as `PALIMPSEST_REDIS_CLUSTER` takes it. */
  readonly endpoints: string;
  /** The node that serves a key now. */
  masterOf(key: string): Promise<RedisProcess>;
  /** A replica of the node that serves a key now. */
  replicaOf(key: string): Promise<RedisProcess>;
  /** Moves the slot of a key to another master, under whatever load there is. */
  migrate(key: string): Promise<void>;
  /** Resolves once every slot has a master that all nodes agree on, and every master a replica in step. */
  whole(): Promise<void>;
  stop(): Promise<void>;
};

/** How large a cluster is, and what its nodes are. */
export type ClusterOptions = {
  /** Default 3; as many replicas, one each. */
  readonly masters?: number;
  /** Further arguments of every node. */
  readonly args?: readonly string[];
  /** Default `redis-server`. */
  readonly program?: string;
};

/** Starts a cluster and resolves once it is whole. A master that dies is replaced after about four seconds. */
export async function startRedisCluster({
  masters = 3,
  args = [],
  program,
}: ClusterOptions = {}): Promise<RedisCluster> {
  const loose: LooseNode[] = [];
  const stop = async () => void (await Promise.all(loose.map(({ server }) => server.stop())));
  try {
    // Asked for at once, so that none of them is another one again.
    const ports = await freePorts(4 * masters);
    for (const [at, port] of ports.slice(0, 2 * masters).entries()) {
      const busPort = ports[2 * masters + at] ?? 0;
      loose.push({ server: await startClusterNode(port, busPort, args, program), busPort });
    }
    await formCluster(loose, masters);
  } catch (error) {
    await stop();
    throw error;
  }
  const nodes = loose.map(({ server }) => server);
  /** As the first node that answers sees it: any of them may be dead. */
  const view = () => Promise.any(nodes.map(({ port }) => clusterView(port)));
  const slotFor = (key: string) => Promise.any(nodes.map(({ port }) => slotOf(port, key)));
  const ownerFor = async (key: string) => {
    const [slot, seen] = await Promise.all([slotFor(key), view()]);
    const owner = ownerOf(seen, slot);
    if (owner === undefined) throw new Error(`slot ${slot} has no master now`);
    return { slot, owner, seen };
  };
  const ours = (seen: SeenNode | undefined): RedisProcess => {
    const node = nodes.find(({ port }) => port === seen?.port);
    if (node === undefined) throw new Error(`port ${seen?.port} is no node of ours`);
    return node;
  };
  return {
    nodes,
    endpoints: nodes.map(({ port }) => `127.0.0.1:${port}`).join(','),
    masterOf: async (key) => ours((await ownerFor(key)).owner),
    async replicaOf(key) {
      const { owner, seen } = await ownerFor(key);
      return ours(seen.find(({ masterId, flags }) => masterId === owner.id && !flags.includes('fail')));
    },
    async migrate(key) {
      const { slot, owner, seen } = await ownerFor(key);
      const [to, ...rest] = seen.filter(({ slots, id }) => slots.length > 0 && id !== owner.id);
      if (to === undefined) throw new Error('there is no other master');
      await migrateSlot(slot, owner, to, rest);
    },
    whole: () => untilWhole(nodes, masters),
    stop,
  };
}
