import { ActionIcon, Button } from '@mantine/core';
import { ChevronIcon } from './icons.tsx';
import { useNarrow } from './use-narrow.ts';

type RowToggleProps = {
  /** What it opens, as a screen reader says it. */
  readonly words: string;
  readonly open: boolean;
  /** The id of the part of the page that it opens. */
  readonly partId: string;
  readonly onToggle: () => void;
};

/** Opens and closes what a row of a table has more to show; a button with a word on it where rows are cards. */
export function RowToggle({ words, open, partId, onToggle }: RowToggleProps) {
  const state = { 'aria-expanded': open, ...(open ? { 'aria-controls': partId } : {}) };
  const chevron = (
    <span style={{ display: 'inline-flex', transform: open ? 'rotate(90deg)' : 'none' }}>
      <ChevronIcon size={16} />
    </span>
  );
  return useNarrow() ? (
    <Button variant="default" size="compact-sm" aria-label={words} leftSection={chevron} {...state} onClick={onToggle}>
      Details
    </Button>
  ) : (
    <ActionIcon variant="subtle" color="gray" size="sm" aria-label={words} {...state} onClick={onToggle}>
      {chevron}
    </ActionIcon>
  );
}
