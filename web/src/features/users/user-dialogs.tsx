import type { GatewayKey, User } from '../../api/schema.gen.ts';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { NewGatewayKeyDialog } from './new-gateway-key-dialog.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { UserDialog } from './user-dialog.tsx';

/** What asks before anything is done with a user. */
export type UserTask =
  | { readonly name: 'edit' | 'new-key' | 'delete'; readonly user: User }
  | { readonly name: 'revoke'; readonly user: User; readonly gatewayKey: GatewayKey };

/** Which dialog of the users page is open. */
export type OpenUserDialog = { readonly name: 'add' } | UserTask;

type UserDialogsProps = { readonly open: OpenUserDialog; readonly onClose: () => void };

/** The dialog that is open. */
export function UserDialogs({ open, onClose }: UserDialogsProps) {
  switch (open.name) {
    case 'add':
      return <UserDialog onClose={onClose} />;
    case 'edit':
      return <UserDialog of={open.user} onClose={onClose} />;
    case 'new-key':
      return <NewGatewayKeyDialog of={open.user} onClose={onClose} />;
    case 'revoke':
      return <RevokeDialog of={open.user} gatewayKey={open.gatewayKey} onClose={onClose} />;
    case 'delete':
      return <DeleteUserDialog of={open.user} onClose={onClose} />;
  }
}
