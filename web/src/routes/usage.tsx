import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { dayAt } from '../features/days/calendar-day.ts';
import { instantsOf, spanDays } from '../features/days/span-days.ts';
import { CsvLink } from '../features/exports/csv-link.tsx';
import { chartDays } from '../features/usage/chart-days.ts';
import { DayChart } from '../features/usage/day-chart.tsx';
import { GroupChoice } from '../features/usage/group-choice.tsx';
import { UsageFilters } from '../features/usage/usage-filters.tsx';
import {
  filterOf,
  groupsOf,
  groupWords,
  isNarrowed,
  type UsageSearch,
  unsaidSpan,
} from '../features/usage/usage-search.ts';
import { UsageTable } from '../features/usage/usage-table.tsx';
import { UsageTotals } from '../features/usage/usage-totals.tsx';
import { useUsage } from '../features/usage/use-usage.ts';
import { UsageIcon } from '../ui/icons.tsx';
import { NothingHere } from '../ui/nothing-here.tsx';
import { Page } from '../ui/page.tsx';
import { PageState } from '../ui/page-state.tsx';
import { useNow } from '../ui/use-now.ts';

/** What was used and what it cost, by day, model, user, key and provider. */
export function UsagePage() {
  const search = useSearch({ from: '/signed-in/usage' });
  const navigate = useNavigate({ from: '/usage' });
  const change = useCallback(
    (changed: UsageSearch) =>
      void navigate({ search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false }),
    [navigate],
  );
  const today = useNow(dayAt);
  const span = spanDays(search, unsaidSpan, today);
  const ask = { ...filterOf(search), ...instantsOf(span) };
  const groups = useMemo(() => groupsOf(search), [search]);
  const reading = useUsage(ask, groups);
  return (
    <Page
      title="Usage"
      about="In whole days of UTC. What failed attempts spent is the operator's cost, not the users'."
      actions={<CsvLink path="/api/v1/exports/usage.csv" filter={{ ...ask, group_by: groupWords(groups) }} />}
    >
      <UsageFilters value={search} onChange={change} />
      <PageState query={reading}>
        {({ total, byDay, rows }) =>
          total === undefined ? (
            <Empty narrowed={isNarrowed(search)} />
          ) : (
            <>
              <UsageTotals of={total} />
              <DayChart
                days={chartDays(byDay, span, today)}
                measure={search.chart ?? 'requests'}
                onMeasure={(chart) => change({ chart })}
              />
              <GroupChoice value={groups} onChange={(by) => change({ by })} />
              {groups.length === 0 ? null : <UsageTable key={groupWords(groups)} rows={rows} groups={groups} />}
            </>
          )
        }
      </PageState>
    </Page>
  );
}

function Empty({ narrowed }: { readonly narrowed: boolean }) {
  return (
    <NothingHere icon={<UsageIcon size={28} />} title="No usage in these days">
      {narrowed
        ? 'Choose other days, or loosen the filters above.'
        : "As soon as a client calls the gateway with a user's gateway key, the call is counted here."}
    </NothingHere>
  );
}
