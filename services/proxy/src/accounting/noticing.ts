import type { ToldLimit } from '@palimpsest/domain';

/** Which of what providers tell is worth keeping: what Redis already believes need not be written with every answer. */
export type Noticing = {
  /** What changed noticeably since the last time, for keys of this quota tag. */
  noticed(tag: string, told: readonly ToldLimit[]): readonly ToldLimit[];
};

type Seen = { readonly limit: number | undefined; readonly remaining: number | undefined; readonly atMs: number };

/** Told again after this time although nothing changed: so that it stays known, and other proxies' use is seen. */
const anewMs = 60_000;
/** Shares of a limit: a change below the first goes unnoticed, unless less than the second is left. */
const noticeable = 0.02;
const scarce = 0.1;
/** Clients choose the names of models, so there must be an end. */
const mostSeen = 10_000;

/** `now` is in milliseconds. Between two notices the reservations in Redis count what this gateway uses. */
export function createNoticing(now: () => number): Noticing {
  const seen = new Map<string, Seen>();
  return {
    noticed(tag, told) {
      return told.filter((limit) => {
        const name = `${tag} ${limit.model ?? ''} ${limit.metric} ${limit.period}`;
        if (!isNews(limit, seen.get(name), now())) return false;
        seen.delete(name);
        seen.set(name, { limit: limit.limit, remaining: limit.remaining, atMs: now() });
        if (seen.size > mostSeen) seen.delete(seen.keys().next().value ?? name);
        return true;
      });
    },
  };
}

function isNews({ source, limit, remaining }: ToldLimit, before: Seen | undefined, nowMs: number): boolean {
  if (source !== 'header' || before === undefined || nowMs - before.atMs >= anewMs || before.limit !== limit)
    return true;
  if (remaining === undefined) return false;
  if (limit === undefined || before.remaining === undefined) return remaining !== before.remaining;
  return remaining <= limit * scarce || Math.abs(remaining - before.remaining) >= Math.max(1, limit * noticeable);
}
