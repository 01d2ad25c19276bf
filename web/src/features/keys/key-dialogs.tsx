import type { Key } from '../../api/schema.gen.ts';
import { DeleteKeyDialog } from './delete-key-dialog.tsx';
import { KeyDialog } from './key-dialog.tsx';
import type { KeyDialogName } from './key-menu.tsx';
import { SuspendDialog } from './suspend-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';

/** Which dialog of the keys page is open. */
export type OpenKeyDialog = { readonly name: 'add' } | { readonly name: KeyDialogName; readonly key: Key };

type KeyDialogsProps = { readonly open: OpenKeyDialog; readonly onClose: () => void };

/** The dialog that is open. */
export function KeyDialogs({ open, onClose }: KeyDialogsProps) {
  switch (open.name) {
    case 'add':
      return <KeyDialog onClose={onClose} />;
    case 'edit':
      return <KeyDialog of={open.key} onClose={onClose} />;
    case 'suspend':
      return <SuspendDialog of={open.key} onClose={onClose} />;
    case 'test':
      return <TestDialog of={open.key} onClose={onClose} />;
    case 'delete':
      return <DeleteKeyDialog of={open.key} onClose={onClose} />;
  }
}
