import { describe, expect, it } from 'vitest';
import { type Case, expectFailure } from './failure-case.ts';
import { allProviders } from './fixtures.ts';

const page = '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head></html>';

/** What something between the gateway and a provider answers: the same at every provider, and never a key's fault. */
const cases: readonly Case[] = [
  ['an error page', { status: 502, body: page }, 'server-error', 'provider'],
  ['a page with 401', { status: 401, body: page }, 'server-error', 'egress'],
  [
    'a challenge with 403',
    { status: 403, headers: { 'content-type': 'text/html' }, body: 'Just a moment…' },
    'server-error',
    'egress',
  ],
  ['a page with 413', { status: 413, body: page }, 'request-too-large', 'request', { code: 'request_too_large' }],
  ['a page with 200', { status: 200, body: page }, 'malformed-answer', 'provider'],
  ["Cloudflare's one line", { status: 429, body: 'error code: 1015' }, 'server-error', 'egress'],
  [
    'a redirect',
    { status: 301, headers: { location: 'https://other.example/' }, body: '' },
    'server-error',
    'provider',
  ],
  ['a proxy that wants credentials', { status: 407, body: '' }, 'server-error', 'egress'],
  ['a 500 in plain text', { status: 500, body: 'Internal Server Error' }, 'server-error', 'provider'],
  ['a 408', { status: 408, body: '' }, 'timed-out', 'request'],
  ['a 504 without a body', { status: 504, body: '' }, 'timed-out', 'request'],
];

describe.each(allProviders.map((provider) => [provider.name, provider] as const))(
  'between the gateway and %s',
  (_, provider) => {
    it.each(cases.map((one) => [one[0], one] as const))('%s', (_promise, one) => {
      expectFailure(provider, one);
    });

    it('a text with 200 is no answer, and what it says no verdict', () => {
      const body = 'API key not valid. Please log in.';
      const none = { type: 'failure', failure: { kind: 'malformed-answer', scope: 'request' } };
      expect(provider.fromNative(body)).toMatchObject([none]);
      expect(provider.fromNativeEmbeddings(body)).toMatchObject([none]);
    });

    it('no secret survives that an error repeats', () => {
      const message = `bad header Bearer sk-${'Q7'.repeat(12)}`;
      const body = JSON.stringify({ error: { message, code: 400 } });
      const failure = provider.classify({ at: 'response', status: 400, headers: {}, body });
      expect(failure.answer?.message).toBe('bad header Bearer [redacted]');
      expect(JSON.stringify(failure)).not.toContain('Q7Q7');
    });
  },
);
