import { localMoment } from './moment.ts';
import { useNow } from './use-now.ts';

/** An instant (RFC 3339) in local time; pointing at it shows it as the gateway gave it. */
export function When({ at }: { readonly at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={at}>
      {localMoment(new Date(at), new Date(now))}
    </time>
  );
}
