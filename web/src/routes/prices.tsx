import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Price } from '../api/schema.gen.ts';
import { DeletePriceDialog } from '../features/prices/delete-price-dialog.tsx';
import { type PriceTask, priceColumns } from '../features/prices/price-columns.tsx';
import { PriceDialog } from '../features/prices/price-dialog.tsx';
import { emptyPrice, type PriceDraft, successorOf } from '../features/prices/price-draft.ts';
import { askedPrice } from '../features/prices/price-search.ts';
import { pricesQuery } from '../features/prices/prices-query.ts';
import { DataTable } from '../ui/data-table.tsx';
import { PlusIcon, PricesIcon } from '../ui/icons.tsx';
import { NothingHere } from '../ui/nothing-here.tsx';
import { Page } from '../ui/page.tsx';
import { PageState } from '../ui/page-state.tsx';

const byModel = [{ id: 'model', desc: false }];
const priceId = ({ id }: Price): string => id;

type OpenPriceDialog = { readonly name: 'add'; readonly start: PriceDraft } | PriceTask;

/** What models cost, and from when on. */
export function PricesPage() {
  const query = useQuery(pricesQuery);
  const asked = askedPrice(useSearch({ from: '/signed-in/prices' }));
  const navigate = useNavigate({ from: '/prices' });
  const [dialog, setDialog] = useState<OpenPriceDialog | undefined>(asked && { name: 'add', start: asked });
  const close = () => {
    setDialog(undefined);
    // What was asked for is done with, also for a reload.
    if (asked !== undefined) void navigate({ search: {}, replace: true, resetScroll: false });
  };
  const columns = useMemo(() => priceColumns(setDialog), []);
  const add = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => setDialog({ name: 'add', start: emptyPrice })}>
      Enter a price
    </Button>
  );
  return (
    <Page
      title="Prices"
      about="What models cost, in USD. The latest that holds is applied; entries of the request log never change."
      actions={add}
    >
      <PageState query={query}>
        {(prices) =>
          prices.length === 0 ? (
            <NothingHere icon={<PricesIcon size={28} />} title="No prices yet" action={add}>
              Without a price the cost of a request is unknown, and users with a cost limit may not use the model.
            </NothingHere>
          ) : (
            <DataTable label="Prices" columns={columns} rows={prices} rowId={priceId} sorting={byModel} />
          )
        }
      </PageState>
      {dialog === undefined ? null : <OpenDialog open={dialog} onClose={close} />}
    </Page>
  );
}

function OpenDialog({ open, onClose }: { readonly open: OpenPriceDialog; readonly onClose: () => void }) {
  switch (open.name) {
    case 'add':
      return <PriceDialog start={open.start} onClose={onClose} />;
    case 'succeed':
      return <PriceDialog start={successorOf(open.price)} onClose={onClose} />;
    case 'delete':
      return <DeletePriceDialog of={open.price} onClose={onClose} />;
  }
}
