import type { LoggedRequest, OperatorApi } from '@palimpsest/testkit';
import { entriesOf } from '../load/books.ts';
import type { Told } from '../load/call.ts';
import type { WatchedKey, WatchedUser } from './pools.ts';

/** What the run must not show: each line is a fault. */
type Faults = {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly overshoot: readonly string[];
  readonly leaked: readonly string[];
};

/** What the books were found to be. `entries`: the log, by request id. */
export type Weighed = { readonly faults: Faults; readonly entries: ReadonlyMap<string, LoggedRequest> };

/** Whether nothing was lost, doubled, overshot or leaked. */
export const isFaultless = ({ faults }: Weighed): boolean =>
  Object.values(faults).every((ofKind) => ofKind.length === 0);

/** Holds the books against what callers and providers saw. To be asked when every lease has ended. */
export async function weigh(
  operator: OperatorApi,
  told: readonly Told[],
  keys: readonly WatchedKey[],
  users: readonly WatchedUser[],
): Promise<Weighed> {
  const entries = new Map<string, LoggedRequest>();
  for (const { id } of users) for (const [request, entry] of await entriesOf(operator, id)) entries.set(request, entry);
  const delivered = told.filter(({ result }) => result === 'fine');
  const lost = delivered
    .filter(({ requestId }) => entries.get(requestId)?.outcome !== 'success')
    .map(
      ({ requestId }) => `${requestId} was delivered, but is ${entries.get(requestId)?.outcome ?? 'not'} in the log`,
    );
  const doubled: string[] = [];
  const overshoot: string[] = [];
  const leaked: string[] = [];

  for (const user of users) {
    const own = [...entries.values()].filter((entry) => entry.user === user.id);
    const [sum] = await operator.usage({ user: user.id });
    const charged = own.filter(
      ({ outcome, usage }) => outcome === 'success' || (outcome === 'cancelled' && usage.total_tokens > 0),
    );
    const requests = own.length;
    if ((sum?.requests ?? 0) !== requests)
      doubled.push(`user ${user.id}: ${sum?.requests} requests counted, ${requests} entries`);
    for (const { metric, amount } of user.limits) {
      if (metric === 'concurrent') continue;
      const used = charged.reduce((all, entry) => all + measures[metric](entry), 0);
      if (used > amount + rounding) overshoot.push(`user ${user.id}: ${used} ${metric} of ${amount}`);
    }
    leaked.push(...(await slotsHeld(operator, `/users/${user.id}`, user.limits)));
  }

  const unwritten = [...entries.values()].filter(({ outcome }) => outcome === 'abandoned').length;
  for (const key of keys) {
    const asked = [...entries.values()].flatMap(({ chain }) => chain.filter(({ key: id }) => id === key.id));
    const cap = key.limits.find(({ metric }) => metric === 'requests')?.amount ?? Number.POSITIVE_INFINITY;
    // What a dead proxy had asked was given back with its lease: no more than such calls may stand above the cap.
    if (asked.length > cap || key.calls().length > cap + unwritten)
      overshoot.push(`key ${key.name}: ${asked.length} attempts, ${key.calls().length} calls of ${cap}`);
    if (key.occupancy.overshoots() > 0)
      overshoot.push(
        `key ${key.name}: ${key.occupancy.mostAtOnce()} calls at once, ${key.occupancy.overshoots()} times`,
      );
    leaked.push(...(await slotsHeld(operator, `/keys/${key.id}`, key.limits)));
  }
  return { faults: { lost, doubled, overshoot, leaked }, entries };
}

/** Dollars are added up as floating point here. */
const rounding = 1e-9;

const measures = {
  requests: () => 1,
  tokens: ({ usage }: LoggedRequest) => usage.total_tokens,
  cost: ({ cost }: LoggedRequest) => Number(cost ?? 0),
} as const;

type Remaining = { readonly remaining: readonly { readonly metric: string; readonly remaining: number | string }[] };

/** Places in flight that nobody gave back. */
async function slotsHeld(
  operator: OperatorApi,
  path: string,
  limits: WatchedKey['limits'],
): Promise<readonly string[]> {
  const slots = limits.find(({ metric }) => metric === 'concurrent')?.amount;
  if (slots === undefined) return [];
  const { remaining } = await operator.call<Remaining>('GET', path);
  const free = remaining.find(({ metric }) => metric === 'concurrent')?.remaining;
  return free === slots ? [] : [`${path}: ${String(free)} of ${slots} places are free`];
}
