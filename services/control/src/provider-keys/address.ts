import { isForbiddenHost, withoutClosingSlashes } from '@palimpsest/domain';

/** An accepted base URL, without a slash at its end, or why it is none. */
export type CheckedAddress = { readonly address: string } | { readonly fault: string };

/**
 * Checks where a key's calls go. Private and loopback addresses are fine, for local models; link-local and metadata addresses
 * never are. Names are checked again when they resolve, at connect time.
 */
export function checkAddress(text: string): CheckedAddress {
  if (!URL.canParse(text)) return { fault: 'must be a URL such as https://api.example.com/v1' };
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { fault: 'must begin with http:// or https://' };
  if (url.username !== '' || url.password !== '')
    return { fault: 'must not hold credentials; the secret is sent by itself' };
  if (url.search !== '' || url.hash !== '') return { fault: 'must not hold a query or a fragment' };
  if (url.port === '0') return { fault: 'must name a port from 1 to 65535, or none: nothing can be reached at port 0' };
  if (isForbiddenHost(url.hostname)) return { fault: 'must not be a link-local or cloud metadata address' };
  return { address: withoutClosingSlashes(url.href) };
}

/** What outages, locality and prices are kept by where the operator named no vendor. */
export const defaultVendor = (provider: string, address: string): string =>
  provider === 'openai_compatible' ? new URL(address).origin : provider;
