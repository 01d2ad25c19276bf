import type { UsageGroup } from '@palimpsest/contracts';
import type { z } from 'zod';
import type { auditSchema } from '../audit/schemas.ts';
import type { requestSchema } from '../requests/schemas.ts';
import type { usageRowSchema } from '../usage/schemas.ts';
import type { Column } from './csv-body.ts';

/** The members of the JSON list, nested ones flattened; the chain stays JSON. */
export const requestColumns: readonly Column<z.output<typeof requestSchema>>[] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => at],
  ['user', ({ user }) => user],
  ['gateway_key', ({ gateway_key }) => gateway_key],
  ['session', ({ session }) => session],
  ['client_request_id', ({ client_request_id }) => client_request_id],
  ['model', ({ model }) => model],
  ['stream', ({ stream }) => stream],
  ['outcome', ({ outcome }) => outcome],
  ['error_code', ({ error_code }) => error_code],
  ['context', ({ context }) => context],
  ['attempts', ({ attempts }) => attempts],
  ['served_provider', ({ served_by }) => served_by?.provider],
  ['served_vendor', ({ served_by }) => served_by?.vendor],
  ['served_key', ({ served_by }) => served_by?.key],
  ['served_model', ({ served_by }) => served_by?.model],
  ['prompt_tokens', ({ usage }) => usage.prompt_tokens],
  ['cached_tokens', ({ usage }) => usage.cached_tokens],
  ['completion_tokens', ({ usage }) => usage.completion_tokens],
  ['total_tokens', ({ usage }) => usage.total_tokens],
  ['operator_prompt_tokens', ({ operator_usage }) => operator_usage.prompt_tokens],
  ['operator_cached_tokens', ({ operator_usage }) => operator_usage.cached_tokens],
  ['operator_completion_tokens', ({ operator_usage }) => operator_usage.completion_tokens],
  ['operator_total_tokens', ({ operator_usage }) => operator_usage.total_tokens],
  ['estimated', ({ estimated }) => estimated],
  ['cost', ({ cost }) => cost],
  ['operator_cost', ({ operator_cost }) => operator_cost],
  ['price', ({ price }) => price],
  ['latency_ms', ({ latency_ms }) => latency_ms],
  ['chain', ({ chain }) => JSON.stringify(chain)],
];

export const auditColumns: readonly Column<z.output<typeof auditSchema>>[] = [
  ['id', ({ id }) => id],
  ['at', ({ at }) => at],
  ['actor', ({ actor }) => actor],
  ['action', ({ action }) => action],
  ['target', ({ target }) => target],
  ['from', ({ from }) => from],
  ['before', ({ before }) => jsonOrNothing(before)],
  ['after', ({ after }) => jsonOrNothing(after)],
];

const jsonOrNothing = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

type UsageRow = z.output<typeof usageRowSchema>;

const sums = [
  'requests',
  'prompt_tokens',
  'cached_tokens',
  'completion_tokens',
  'total_tokens',
  'cost',
  'unpriced_requests',
  'operator_cost',
  'unpriced_attempts',
] as const;

/** The fields grouped by, in the order asked for, and the sums. */
export const usageColumns = (groups: readonly UsageGroup[]): readonly Column<UsageRow>[] =>
  [...groups, ...sums].map((name) => [name, (row) => row[name]]);
