import { matchesGlob } from '@palimpsest/domain';

/**
 * What is known of models, by family: the first family with a glob that matches decides. Data with a version, which is the day on which
 * the rows were compared with their sources.
 */
export type ModelTable<Row> = {
  readonly version: string;
  readonly families: readonly (readonly [globs: readonly string[], row: Row])[];
};

export const rowOf = <Row>(table: ModelTable<Row>, model: string): Row | undefined =>
  table.families.find(([globs]) => globs.some((glob) => matchesGlob(glob, model)))?.[1];
