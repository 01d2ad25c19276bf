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
    <Dialog onClose={onClose} title={title} size={wide ? 'lg' : 'md'}>
      <form onSubmit={submit} autoComplete="off">
        <Stack>
          {children}
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
      </form>
    </Dialog>
  );
}
