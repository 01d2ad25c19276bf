import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { answerOf } from '../../api/answer-of.ts';
import { ApiProblem } from '../../api/api-problem.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { providerNames, providers } from '../keys/key-words.ts';
import { type PriceDraft, priceBody } from './price-draft.ts';
import { pricesQuery } from './prices-query.ts';
import { UsdInput } from './usd-input.tsx';

type PriceDialogProps = { readonly start: PriceDraft; readonly onClose: () => void };

/** Enters what a model costs from some moment on. */
export function PriceDialog({ start, onClose }: PriceDialogProps) {
  const [draft, setDraft] = useState(start);
  const write = useChange(pricesQuery.queryKey, (entered: PriceDraft) =>
    answerOf(api.PUT('/api/v1/prices', { body: priceBody(entered) })),
  );
  const send = () => {
    write.mutate(draft, { onSuccess: onClose });
  };
  const faults = write.error instanceof ApiProblem ? write.error.faults : new Map<string, string>();
  const set = (change: Partial<PriceDraft>) => setDraft({ ...draft, ...change });
  return (
    <FormDialog
      title="Enter a price"
      wide
      send="Enter price"
      pending={write.isPending}
      problem={write.error}
      onSend={send}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label="Provider"
          description="Whose keys it is for."
          data={providers.map((provider) => ({ value: provider, label: providerNames[provider] }))}
          value={draft.provider}
          onChange={({ currentTarget }) =>
            set({ provider: providers.find((word) => word === currentTarget.value) ?? draft.provider })
          }
        />
        <TextInput
          label="Model"
          description="The provider's own name of it."
          placeholder="gpt-4o"
          required
          data-autofocus
          value={draft.model}
          error={faults.get('model')}
          onChange={({ currentTarget }) => set({ model: currentTarget.value })}
        />
        <UsdInput
          label="Input, per million tokens"
          required
          value={draft.input}
          fault={faults.get('input_per_million')}
          onChange={(input) => set({ input })}
        />
        <UsdInput
          label="Output, per million tokens"
          required
          value={draft.output}
          fault={faults.get('output_per_million')}
          onChange={(output) => set({ output })}
        />
        <UsdInput
          label="Cached input, per million tokens"
          value={draft.cachedInput}
          fault={faults.get('cached_input_per_million')}
          onChange={(cachedInput) => set({ cachedInput })}
        />
        <UsdInput
          label="Per request"
          value={draft.perRequest}
          fault={faults.get('per_request')}
          onChange={(perRequest) => set({ perRequest })}
        />
        <TextInput
          label="Vendor"
          description="Empty: every vendor of the provider."
          value={draft.vendor}
          error={faults.get('vendor')}
          onChange={({ currentTarget }) => set({ vendor: currentTarget.value })}
        />
        <TextInput
          label="Holds from"
          description="Empty: from now on."
          type="datetime-local"
          value={draft.from}
          error={faults.get('effective_from')}
          onChange={({ currentTarget }) => set({ from: currentTarget.value })}
        />
      </SimpleGrid>
    </FormDialog>
  );
}
