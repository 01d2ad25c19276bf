import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { unpricedOf } from './unpriced.ts';

/** Leads from an alert of a model without a price to where it gets one, with what is known of it filled in. */
export function PriceLink({ target }: { readonly target: string }) {
  const unpriced = unpricedOf(target);
  if (unpriced === undefined) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Enter price of ${unpriced.model}`}
      renderRoot={(props) => <Link to="/prices" search={unpriced} {...props} />}
    >
      Enter price
    </Button>
  );
}
