import { Anchor, Code, DataList, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RequestDetail, Usage } from '../../api/schema.gen.ts';
import { count, counted, usd } from '../../ui/amount.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { outcomeMeaning } from './request-words.ts';

/** What is known of a request beside its chain: ids, tokens, money, session. */
export function RequestFacts({ of: request }: { readonly of: RequestDetail }) {
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Request', <CopyText key="id" text={request.id} what="request id" />],
    ['Outcome', outcomeMeaning[request.outcome]],
    ['Error code', request.error_code === null ? null : <Code key="code">{request.error_code}</Code>],
    ['Usage', tokens(request.usage, request.estimated)],
    ['Cost', spent(request.cost, request.usage, 'unknown: the model has no price')],
    ['Failed attempts', request.operator_usage.total_tokens === 0 ? null : tokens(request.operator_usage)],
    ['Operator cost', spent(request.operator_cost, request.operator_usage, 'unknown: a model has no price')],
    ['Session', request.session === null ? null : <SessionLink key="session" of={request} session={request.session} />],
    ['Stored turns', request.context === 'carried' ? 'added to the request' : null],
    ["Client's request id", request.client_request_id],
    ['Gateway key', <Code key="gateway-key">{request.gateway_key}</Code>],
    ['Configuration', `version ${request.configuration_version}`],
  ];
  return (
    <DataList labelWidth="132px" gap={6}>
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <DataList.Item key={name}>
            <DataList.ItemLabel>{name}</DataList.ItemLabel>
            <DataList.ItemValue style={{ overflowWrap: 'anywhere', minWidth: 0 }}>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
    </DataList>
  );
}

/** A session is one user's: another's may be called the same. */
function SessionLink({ of: { user }, session }: { readonly of: RequestDetail; readonly session: string }) {
  return (
    <Anchor
      size="sm"
      title="Its requests"
      renderRoot={(props) => <Link to="/requests" search={{ session, user }} {...props} />}
    >
      {session}
    </Anchor>
  );
}

/** A cost; where there is none, `unknown` if something was used all the same. */
function spent(cost: string | null, used: Usage, unknown: string): string | null {
  if (cost !== null) return usd(cost);
  return used.total_tokens > 0 ? unknown : null;
}

function tokens(
  { prompt_tokens, cached_tokens, completion_tokens, total_tokens }: Usage,
  estimated = false,
): ReactNode {
  const cached = cached_tokens === 0 ? '' : `, ${count(cached_tokens)} of them cached`;
  return (
    <Text span inherit>
      {counted(total_tokens, 'token')}: {count(prompt_tokens)} in{cached}, {count(completion_tokens)} out
      {estimated ? ' (estimated)' : ''}
    </Text>
  );
}
