import type { RequestFilter, UsageGroup, UsageRow } from '@palimpsest/contracts';
import { providerKeyId, userId } from '@palimpsest/domain';
import type { Sums } from '@palimpsest/state';
import { type Cell, type Metric, metrics, readCell, splitCellField } from './cell.ts';
import { dayMs } from './pulse.ts';

type Totals = Record<Metric, bigint>;
type Row = { readonly grouped: Partial<UsageRow>; readonly totals: Totals };

/** Sums of usage by any mix of day, model, user, key and provider, put together from the sums of single days. */
export class UsageTable {
  readonly #groups: ReadonlySet<UsageGroup>;
  readonly #filter: RequestFilter;
  readonly #rows = new Map<string, Row>();

  constructor(groups: readonly UsageGroup[], filter: RequestFilter) {
    this.#groups = new Set(groups);
    this.#filter = filter;
  }

  /** Adds one partition's sums of one day (in days since 1970). */
  add(day: number, sums: Sums): void {
    // A cell has a field for each metric: it is read once.
    const rows = new Map<string, Row | null>();
    for (const [field, sum] of sums) {
      const { metric, cell } = splitCellField(field);
      let row = rows.get(cell);
      if (row === undefined) {
        row = this.#rowOf(day, readCell(cell));
        rows.set(cell, row);
      }
      if (row !== null) row.totals[metric] += BigInt(sum);
    }
  }

  /** `null` where the filter leaves the cell out. */
  #rowOf(day: number, cell: Cell): Row | null {
    if (!passes(cell, this.#filter)) return null;
    const grouped = this.#grouped(day, cell);
    const name = JSON.stringify(grouped);
    const row = this.#rows.get(name) ?? { grouped, totals: { ...zero } };
    this.#rows.set(name, row);
    return row;
  }

  /** The rows, in the order of what they are grouped by. */
  rows(): UsageRow[] {
    return [...this.#rows]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { grouped, totals }]) => ({
        ...grouped,
        requests: Number(totals.requests),
        promptTokens: Number(totals.prompt),
        cachedTokens: Number(totals.cached),
        completionTokens: Number(totals.completion),
        totalTokens: Number(totals.prompt + totals.completion),
        cost: totals.cost,
        unpricedRequests: Number(totals.unpriced),
        operatorCost: totals.operator_cost,
        unpricedAttempts: Number(totals.operator_unpriced),
      }));
  }

  #grouped(day: number, cell: Cell): Partial<UsageRow> {
    const by = this.#groups;
    return {
      ...(by.has('day') ? { day: new Date(day * dayMs).toISOString().slice(0, 10) } : {}),
      ...(by.has('model') ? { model: cell.model } : {}),
      ...(by.has('user') ? { userId: userId(cell.user) } : {}),
      ...(by.has('key') ? { keyId: providerKeyId(cell.key) } : {}),
      ...(by.has('provider') ? { provider: cell.provider } : {}),
    };
  }
}

const zero = Object.fromEntries(metrics.map((metric) => [metric, 0n])) as Totals;

const passes = (cell: Cell, { userId, keyId, provider, model }: RequestFilter): boolean =>
  (userId === undefined || userId === cell.user) &&
  (keyId === undefined || keyId === cell.key) &&
  (provider === undefined || provider === cell.provider) &&
  (model === undefined || model === cell.model);
