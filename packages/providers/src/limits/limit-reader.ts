import type { LimitCalendar, ToldLimit } from '@palimpsest/domain';

/** An answer to a call for `model` (the provider's own name). Header names are lower-case; `body` is that of a failure, else empty. */
type LimitEvidence = {
  readonly model: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** How a provider speaks of its limits. Pure and total: what cannot be read tells nothing. */
export type LimitReader = {
  /** What an answer tells; of one metric and period at most one entry. Cheap where it tells nothing: it runs on every answer. */
  read(evidence: LimitEvidence): readonly ToldLimit[];
  /** The name under which the provider counts a model: models that drain one bucket have one name. */
  countedAs(model: string): string;
  /** The calendars on which limits of this provider begin anew. */
  readonly calendars: readonly LimitCalendar[];
};

/** A told limit before the model is put to it. */
export type UnplacedLimit = Omit<ToldLimit, 'model'>;

/** Puts the model to what was told; of two entries for one metric and period the later one holds. */
export function placed(model: string, told: readonly UnplacedLimit[]): readonly ToldLimit[] {
  if (told.length === 0) return [];
  const byName = new Map(told.map((limit) => [`${limit.metric} ${limit.period}`, { ...limit, model }]));
  return [...byName.values()];
}
