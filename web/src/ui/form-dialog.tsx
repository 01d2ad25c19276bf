import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';

type FormDialogProps = {
  readonly title: string;
  /** Wide forms have fields beside each other. */
  readonly wide?: boolean;
  readonly children: ReactNode;
  /** The word on the button that sends it. */
  readonly send: string;
  readonly pending: boolean;
  readonly problem: Error | null;
  readonly onSend: () => void;
  readonly onClose: () => void;
};

/** However long the form is, what was wrong and the ways out stay at the bottom of the window. */
const inSight = {
  position: 'sticky',
  bottom: 0,
  zIndex: 1,
  background: 'var(--mantine-color-body)',
  paddingBlock: 'var(--mantine-spacing-md)',
  marginBottom: 'calc(var(--mantine-spacing-md) * -1)',
} as const;

/** What gets the focus is not scrolled to beneath the title, nor beneath the ways out. */
const uncovered = { scrollPaddingBlock: '5rem 12rem' } as const;

/** Fields to fill in, what was wrong with them, and the two ways out. */
export function FormDialog({
  title,
  wide = false,
  children,
  send,
  pending,
  problem,
  onSend,
  onClose,
}: FormDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <Dialog onClose={onClose} title={title} size={wide ? 'lg' : 'md'} styles={{ content: uncovered }}>
      <form onSubmit={submit} autoComplete="off">
        <Stack>
          {children}
          <Stack style={inSight}>
            <ProblemNotice problem={problem} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={pending}>
                {send}
              </Button>
            </Group>
          </Stack>
        </Stack>
      </form>
    </Dialog>
  );
}
