import { createQuerySerializer } from 'openapi-fetch';
import { onlySet } from '../../api/only-set.ts';
import type { paths } from '../../api/schema.gen.ts';

/** The lists that can be had as files. */
export type CsvPath = Extract<keyof paths, `${string}.csv`>;

/** What a file may be narrowed by, as its call takes it. */
export type CsvFilter<Path extends CsvPath> = {
  readonly [Name in keyof NonNullable<paths[Path]['get']['parameters']['query']>]?:
    | NonNullable<paths[Path]['get']['parameters']['query']>[Name]
    | undefined;
};

const serialize = createQuerySerializer();

/** Where the file is, with its filter in the address. */
export function csvAddress<Path extends CsvPath>(path: Path, filter: CsvFilter<Path>): string {
  const query = serialize(onlySet(filter));
  return query === '' ? path : `${path}?${query}`;
}
