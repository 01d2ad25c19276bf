import { Text } from '@mantine/core';
import { answerOf } from '../../api/answer-of.ts';
import { api } from '../../api/client.ts';
import type { Price } from '../../api/schema.gen.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { When } from '../../ui/when.tsx';
import { pricesQuery } from './prices-query.ts';

type DeletePriceDialogProps = { readonly of: Price; readonly onClose: () => void };

/** Asks before a price is gone. */
export function DeletePriceDialog({ of: price, onClose }: DeletePriceDialogProps) {
  const deletion = useChange(pricesQuery.queryKey, (id: string) =>
    answerOf(api.DELETE('/api/v1/prices/{id}', { params: { path: { id } } })),
  );
  return (
    <ConfirmDialog
      title={`Delete the price of ${price.model}?`}
      confirm="Delete price"
      pending={deletion.isPending}
      problem={deletion.error}
      onConfirm={() => deletion.mutate(price.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text size="sm">
        The one that holds from <When at={price.effective_from} />. Requests that are in the log keep their cost; later
        ones have the price before it, or none.
      </Text>
    </ConfirmDialog>
  );
}
