import type { UsageRow } from '../../api/schema.gen.ts';
import { counted, usd } from '../../ui/amount.ts';

type Cost = Pick<UsageRow, 'cost' | 'unpriced_requests'>;
type OperatorCost = Pick<UsageRow, 'operator_cost' | 'unpriced_attempts'>;

/** `$0.0035`, `≥ $0.0035` where some of it had no price, `not priced` where all of it had none. */
const costWith = (cost: string | null, unpriced: number): string => {
  if (cost === null) return 'not priced';
  return unpriced === 0 ? usd(cost) : `≥ ${usd(cost)}`;
};

/** What users were charged. */
export const costWords = ({ cost, unpriced_requests: unpriced }: Cost): string => costWith(cost, unpriced);

/** What failed attempts spent. */
export const operatorCostWords = ({ operator_cost: cost, unpriced_attempts: unpriced }: OperatorCost): string =>
  costWith(cost, unpriced);

/** Why a cost is not the whole truth; `undefined` where it is. */
export const missingWords = ({ unpriced_requests: unpriced }: Pick<Cost, 'unpriced_requests'>): string | undefined =>
  unpriced === 0 ? undefined : `Without ${counted(unpriced, 'request')} for models that have no price`;

/** Why an operator's cost is not the whole truth; `undefined` where it is. */
export const operatorMissingWords = ({
  unpriced_attempts: unpriced,
}: Pick<OperatorCost, 'unpriced_attempts'>): string | undefined =>
  unpriced === 0 ? undefined : `Without ${counted(unpriced, 'attempt')} on models that have no price`;
