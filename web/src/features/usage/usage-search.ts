import { searchText } from '../../ui/search-text.ts';
import { type SpanSearch, spanSearch } from '../days/span-search.ts';

/** What usage can be summed by, in the order in which the columns stand. */
export const usageGroups = ['day', 'model', 'user', 'key', 'provider'] as const;
export type UsageGroup = (typeof usageGroups)[number];

/** What the chart shows of each day. */
export const measures = ['requests', 'total_tokens', 'cost', 'operator_cost'] as const;
export type Measure = (typeof measures)[number];

/** The days where nobody chose. */
export const unsaidSpan = '30d';

/** What usage is narrowed to: ids, names and words of the operator API. */
export type UsageFilter = {
  readonly user?: string | undefined;
  readonly key?: string | undefined;
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
};

/** The address of the usage page. */
export type UsageSearch = UsageFilter &
  SpanSearch & {
    /** `day,model`; the empty text: one row sums all; absent: by day. */
    readonly by?: string | undefined;
    readonly chart?: Measure | undefined;
  };

/** Reads the address. What is not understood is `undefined` and not left out, for the router would put it back otherwise. */
export const usageSearch = (search: Record<string, unknown>): UsageSearch => ({
  user: searchText(search.user),
  key: searchText(search.key),
  provider: searchText(search.provider),
  model: searchText(search.model),
  ...spanSearch(search),
  by: typeof search.by === 'string' ? groupWords(search.by.split(',')) : undefined,
  chart: measures.find((word) => word === search.chart),
});

/** Groups as the address and the API have them. */
export const groupWords = (words: readonly string[]): string =>
  usageGroups.filter((group) => words.includes(group)).join(',');

/** What the page sums by. */
export function groupsOf({ by }: UsageSearch): readonly UsageGroup[] {
  const words = by === undefined ? ['day'] : by.split(',');
  return usageGroups.filter((group) => words.includes(group));
}

/** The filter of an address, without what else the address may hold. */
export const filterOf = ({ user, key, provider, model }: UsageSearch): UsageFilter => ({ user, key, provider, model });

/** Whether anything but the days is left out. */
export const isNarrowed = (search: UsageSearch): boolean =>
  Object.values(filterOf(search)).some((member) => member !== undefined);
