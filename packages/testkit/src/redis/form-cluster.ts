import { clusterView } from './cluster-view.ts';
import { inlineCommand } from './inline-command.ts';
import type { RedisProcess } from './server-process.ts';
import { until } from './until.ts';

/** A started node and where it talks to the others. */
export type LooseNode = { readonly server: RedisProcess; readonly busPort: number };

const SLOTS = 16_384;

/** Makes a cluster of single nodes: the first `masters` share the slots evenly, the others become their replicas, in order. */
export async function formCluster(nodes: readonly LooseNode[], masters: number): Promise<void> {
  const servers = nodes.map(({ server }) => server);
  const each = Math.ceil(SLOTS / masters);
  for (const [at, { port }] of servers.slice(0, masters).entries())
    await inlineCommand(port, `CLUSTER ADDSLOTSRANGE ${at * each} ${Math.min((at + 1) * each, SLOTS) - 1}`);
  const [first, ...others] = nodes;
  if (first === undefined) throw new Error('a cluster needs a node');
  for (const { server, busPort } of others)
    await inlineCommand(first.server.port, `CLUSTER MEET 127.0.0.1 ${server.port} ${busPort}`);
  await until('all nodes know each other', async () => {
    const views = await Promise.all(servers.map(({ port }) => clusterView(port)));
    return views.every(
      (view) => view.length === nodes.length && view.every(({ flags }) => !flags.includes('handshake')),
    );
  });
  for (const [at, replica] of servers.slice(masters).entries()) {
    const master = (await clusterView(replica.port)).find(({ port }) => port === servers[at]?.port);
    await inlineCommand(replica.port, `CLUSTER REPLICATE ${master?.id}`);
  }
  await untilWhole(servers, masters);
}

/** Resolves once every node sees all slots served and a living replica for each master, every replica being in step. */
export const untilWhole = (servers: readonly RedisProcess[], masters: number): Promise<void> =>
  until('the cluster is whole', async () =>
    (await Promise.all(servers.map(({ port }) => seesAllWell(port, servers.length - masters)))).every(Boolean),
  );

async function seesAllWell(port: number, replicas: number): Promise<boolean> {
  const [info, replication, view] = await Promise.all([
    inlineCommand(port, 'CLUSTER INFO'),
    inlineCommand(port, 'INFO replication'),
    clusterView(port),
  ]);
  const inStep = replication.includes('role:master') || replication.includes('master_link_status:up');
  const living = view.filter(({ masterId, flags }) => masterId !== undefined && !flags.includes('fail'));
  return info.includes('cluster_state:ok') && inStep && living.length === replicas;
}
