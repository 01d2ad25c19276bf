import { Button } from '@mantine/core';
import { DownloadIcon } from '../../ui/icons.tsx';
import { type CsvFilter, type CsvPath, csvAddress } from './csv-address.ts';

type CsvLinkProps<Path extends CsvPath> = { readonly path: Path; readonly filter: CsvFilter<Path> };

/** Saves what a page shows as a file, all of it: the session's cookie is enough for a GET. */
export const CsvLink = <Path extends CsvPath>({ path, filter }: CsvLinkProps<Path>) => (
  <Button
    component="a"
    href={csvAddress(path, filter)}
    download
    variant="default"
    leftSection={<DownloadIcon size={16} />}
  >
    Download CSV
  </Button>
);
