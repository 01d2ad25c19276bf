import type { FailureEvidence } from '../provider.ts';
import type { Verdict } from './rule.ts';

const startsLikePage = (body: string): boolean => /^\s*(?:<!doctype|<html|<\?xml|<head|<body|<center)/i.test(body);

/**
 * What something between us and the provider says: an HTML page, a redirect, a demand for proxy credentials, Cloudflare's
 * `error code: 1015`. Never the key's fault, whatever the status. Redirects are not followed, so one means a wrong base URL.
 */
export function pageVerdict(evidence: Extract<FailureEvidence, { at: 'response' }>): Verdict | undefined {
  const { status, headers, body } = evidence;
  if (status >= 300 && status < 400) return { kind: 'server-error', scope: 'provider', reason: 'redirect' };
  if (status === 407) return { kind: 'server-error', scope: 'egress', reason: 'proxy credentials demanded' };
  if (/^\s*error code: \d{3,4}\s*$/i.test(body)) {
    return { kind: 'server-error', scope: 'egress', reason: 'blocked before the provider' };
  }
  const isPage = startsLikePage(body) || (headers['content-type']?.startsWith('text/html') === true && body !== '');
  if (!isPage) return undefined;
  if (status === 413)
    return { kind: 'request-too-large', scope: 'request', reason: 'request too large', code: 'request_too_large' };
  if (status < 300) return { kind: 'malformed-answer', scope: 'provider', reason: 'a page instead of an answer' };
  if (status >= 500) return { kind: 'server-error', scope: 'provider', reason: 'error page' };
  return { kind: 'server-error', scope: 'egress', reason: 'blocked before the provider' };
}
