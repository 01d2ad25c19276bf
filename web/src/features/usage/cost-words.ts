import type { UsageRow } from '../../api/schema.gen.ts';
import { counted, usd } from '../../ui/amount.ts';

type Cost = Pick<UsageRow, 'cost' | 'unpriced_requests'>;

/** What users were charged: `$0.0035`, `≥ $0.0035` where some of it had no price, `not priced` where all of it had none. */
export function costWords({ cost, unpriced_requests: unpriced }: Cost): string {
  if (cost === null) return 'not priced';
  return unpriced === 0 ? usd(cost) : `≥ ${usd(cost)}`;
}

/** Why a cost is not the whole truth; `undefined` where it is. */
export const missingWords = ({ unpriced_requests: unpriced }: Pick<Cost, 'unpriced_requests'>): string | undefined =>
  unpriced === 0 ? undefined : `Without ${counted(unpriced, 'request')} for models that have no price`;
