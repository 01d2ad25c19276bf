import { localMoment } from './moment.ts';
import { useNow } from './use-now.ts';

/** An instant (RFC 3339) in local time; pointing at it shows it as the gateway gave it. */
export function When({ at }: { readonly at: string }) {
  const moment = useNow((nowMs) => localMoment(new Date(at), new Date(nowMs)));
  return (
    <time dateTime={at} title={at}>
      {moment}
    </time>
  );
}
