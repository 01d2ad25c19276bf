import { isIP } from 'node:net';
import { isForbiddenHost } from '@palimpsest/domain';
import { isPublicAddress, publicLookup, type Resolve } from '@palimpsest/runtime';
import { Agent } from 'undici';

/** An accepted address of a webhook, or why it is none. */
export type WebhookAddress = { readonly url: string } | { readonly fault: string };

/**
 * Checks where messages go, when a webhook is entered and before each delivery. Names are checked when they resolve, for the connection
 * that is being made.
 */
export function checkWebhookAddress(text: string, allowPrivate: boolean): WebhookAddress {
  if (!URL.canParse(text)) return { fault: 'must be a URL such as https://example.com/hooks' };
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { fault: 'must begin with https:// or http://' };
  if (url.username !== '' || url.password !== '')
    return { fault: 'must not hold credentials; the receiver knows a message by its signature' };
  if (url.hash !== '') return { fault: 'must not hold a fragment' };
  if (url.port === '0') return { fault: 'must name a port from 1 to 65535, or none: nothing can be reached at port 0' };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isForbiddenHost(host)) return { fault: 'must not be a link-local or cloud metadata address' };
  if (!allowPrivate && isPrivate(host))
    return { fault: 'must be on the public internet, unless PALIMPSEST_ALLOW_PRIVATE_WEBHOOKS=1' };
  return { url: url.href };
}

const isAllowedSomewhere = (address: string): boolean => !isForbiddenHost(address);

const isPrivate = (host: string): boolean =>
  isIP(host) === 0 ? /(?:^|\.)localhost\.?$/.test(host) : !isPublicAddress(host);

/** Connections to webhooks: few and short, and only where a webhook may lead. `resolve` is how names become addresses. */
export const createWebhookAgent = (allowPrivate: boolean, resolve?: Resolve): Agent =>
  new Agent({
    connect: { lookup: publicLookup(allowPrivate ? isAllowedSomewhere : isPublicAddress, resolve), timeout: 5_000 },
    allowH2: false,
    keepAliveTimeout: 1_000,
  });
