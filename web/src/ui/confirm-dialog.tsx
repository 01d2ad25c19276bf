import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { ProblemNotice } from './problem-notice.tsx';

type ConfirmDialogProps = {
  readonly title: string;
  /** What will happen, and whether it can be undone. */
  readonly children: ReactNode;
  /** The word on the button that does it. */
  readonly confirm: string;
  readonly pending: boolean;
  readonly problem: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
};

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ title, children, confirm, pending, problem, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack>
        <div>{children}</div>
        <ProblemNotice problem={problem} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red.8" loading={pending} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
