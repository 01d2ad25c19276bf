import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Alert } from '../api/schema.gen.ts';
import { alertRulesQuery } from '../features/alert-rules/alert-rules-query.ts';
import { RulesDialog } from '../features/alert-rules/rules-dialog.tsx';
import { alertColumns } from '../features/alerts/alert-columns.tsx';
import { alertsQuery } from '../features/alerts/alerts-query.ts';
import { WebhookList } from '../features/webhooks/webhook-list.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { AlertsIcon } from '../ui/icons.tsx';
import { NothingHere } from '../ui/nothing-here.tsx';
import { OlderPages } from '../ui/older-pages.tsx';
import { Page } from '../ui/page.tsx';
import { PageState } from '../ui/page-state.tsx';
import { ProblemNotice } from '../ui/problem-notice.tsx';

const alertId = ({ id }: Alert): string => id;

/** What wants an operator, by which rules, and who else is told. */
export function AlertsPage() {
  const query = useInfiniteQuery(alertsQuery);
  const ruling = useQuery(alertRulesQuery);
  const rules = ruling.data;
  const [setting, setSetting] = useState(false);
  const pages = query.data?.pages;
  const alerts = useMemo(() => pages?.flatMap(({ data }) => data), [pages]);
  return (
    <Page
      title="Alerts"
      about="What wants an operator, newest first. An alert ends when what it says is over; acknowledge one to say that you have seen it."
      actions={
        <Button variant="default" disabled={rules === undefined} onClick={() => setSetting(true)}>
          Rules
        </Button>
      }
    >
      {/* Where the alerts cannot be read, either, the page says it once. */}
      <ProblemNotice
        of="Rules"
        problem={rules === undefined && query.error === null ? ruling.error : null}
        onRetry={() => void ruling.refetch()}
      />
      <PageState query={{ ...query, data: alerts }}>
        {(all) =>
          all.length === 0 ? (
            <NothingHere icon={<AlertsIcon size={28} />} title="No alerts yet">
              Low capacity, keys that fail or do not open, too many errors and models without a price are reported here.
            </NothingHere>
          ) : (
            <DataTable label="Alerts" columns={alertColumns} rows={all} rowId={alertId} />
          )
        }
      </PageState>
      <OlderPages of="alerts" query={query} />
      <WebhookList />
      {setting && rules !== undefined ? <RulesDialog of={rules} onClose={() => setSetting(false)} /> : null}
    </Page>
  );
}
