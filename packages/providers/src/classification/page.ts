import type { FailureEvidence } from '../provider.ts';
import type { RuleVerdict } from './rule.ts';

/** No error of an API begins like this: not its JSON, not its events. */
const startsLikePage = (body: string): boolean => /^[\s\uFEFF]*</.test(body.slice(0, 1000));

const isCalledPage = (headers: Readonly<Record<string, string>>): boolean =>
  headers['content-type']?.toLowerCase().startsWith('text/html') === true;

/** Small servers call everything a page, their JSON too. */
const startsLikeText = (body: string): boolean => /^[\s\uFEFF]*[^\s\uFEFF{[]/.test(body.slice(0, 1000));

/** https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/ */
const isChallenge = (headers: Readonly<Record<string, string>>): boolean => headers['cf-mitigated'] === 'challenge';

/** Cloudflare's own errors: a line of text, or JSON for those who ask for it (RFC 9457, with a member of its own). */
const isOfTheEdge = (body: string): boolean =>
  /^error code: \d{3,4}$/i.test(body.slice(0, 100).trim()) ||
  /\\*"cloudflare_error\\*"\s*:\s*true/.test(body.slice(0, 4000));

/**
 * What something between us and the provider says: an HTML page, a redirect, a demand for proxy credentials, Cloudflare's
 * `error code: 1015`. Never the key's fault, whatever the status. Redirects are not followed, so one means a wrong base URL.
 */
export function pageVerdict(evidence: Extract<FailureEvidence, { at: 'response' }>): RuleVerdict | undefined {
  const { status, headers, body } = evidence;
  if (status >= 300 && status < 400) return { kind: 'server-error', scope: 'provider', reason: 'redirect' };
  if (status === 407) return { kind: 'server-error', scope: 'egress', reason: 'proxy credentials demanded' };
  if (isChallenge(headers) || isOfTheEdge(body)) {
    return { kind: 'server-error', scope: 'egress', reason: 'blocked before the provider' };
  }
  if (!startsLikePage(body) && !(isCalledPage(headers) && startsLikeText(body))) return undefined;
  if (status === 413)
    return { kind: 'request-too-large', scope: 'request', reason: 'request too large', code: 'request_too_large' };
  if (status < 300) return { kind: 'malformed-answer', scope: 'provider', reason: 'a page instead of an answer' };
  if (status >= 500) return { kind: 'server-error', scope: 'provider', reason: 'error page' };
  return { kind: 'server-error', scope: 'egress', reason: 'blocked before the provider' };
}
