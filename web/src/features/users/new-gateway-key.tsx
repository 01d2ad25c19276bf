import { ShownOnce } from '../../ui/shown-once.tsx';
import { BaseUrl } from '../overview/base-url.tsx';

type NewGatewayKeyProps = { readonly gatewayKey: string; readonly onClose: () => void };

/** A new gateway key, which nobody can show again once this is closed. */
export const NewGatewayKey = ({ gatewayKey, onClose }: NewGatewayKeyProps) => (
  <ShownOnce
    secret={gatewayKey}
    lost="The gateway keeps only its hash. A lost key cannot be recovered, but replaced by another."
    onClose={onClose}
  >
    It is the API key of any OpenAI client, with this gateway as its base URL: <BaseUrl />
  </ShownOnce>
);
