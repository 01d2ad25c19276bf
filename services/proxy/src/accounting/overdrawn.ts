import type { Remaining } from '@palimpsest/domain';

/** A limit that only counts (`enforce: false`) and would have refused a call. */
export type Overdrawn = {
  readonly of: 'user' | 'key';
  /** Whose limit: a user's id or a quota tag. */
  readonly id: string;
  /** `limitName`. */
  readonly limit: string;
  /** Whether this proxy tells it for the first time in the limit's present period. */
  readonly first: boolean;
};

/** Told of every call beyond a limit that only counts. */
export type TellOverdrawn = (
  whose: Pick<Overdrawn, 'of' | 'id'>,
  reply: { readonly overdrawn: readonly string[]; readonly remaining: readonly Remaining[] },
) => void;

/** Beyond this many the oldest is forgotten, and told again. */
const mostRemembered = 10_000;

export function createTellOverdrawn(tell: (overdrawn: Overdrawn) => void): TellOverdrawn {
  const told = new Set<string>();
  return (whose, { overdrawn, remaining }) => {
    for (const limit of overdrawn) {
      const period = remaining.find((one) => one.limit === limit)?.resetsAtMs ?? 0;
      const name = `${whose.of} ${whose.id} ${limit} ${period}`;
      const first = !told.has(name);
      told.add(name);
      const [oldest] = told;
      if (told.size > mostRemembered && oldest !== undefined) told.delete(oldest);
      tell({ ...whose, limit, first });
    }
  };
}
