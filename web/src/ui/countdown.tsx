import { timeLeft } from './duration.ts';
import { useNow } from './use-now.ts';

/** How long it is until an instant (RFC 3339), second by second. Meant to stand in a sentence: `in 41 s`, `any moment now`. */
export function Countdown({ until }: { readonly until: string }) {
  const left = useNow((nowMs) => timeLeft(until, nowMs));
  return (
    <time dateTime={until} title={until}>
      {left === undefined ? 'any moment now' : `in ${left}`}
    </time>
  );
}
