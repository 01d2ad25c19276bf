import { describe, expect, it } from 'vitest';
import { classifyTransport } from './transport.ts';

const classify = (errorCode: string, message = '') => classifyTransport({ at: 'transport', errorCode, message });

describe('an attempt without an answer', () => {
  it.each([
    ['ECONNREFUSED', 'disconnected', 'provider'],
    ['ENOTFOUND', 'disconnected', 'provider'],
    ['EAI_AGAIN', 'disconnected', 'egress'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'disconnected', 'provider'],
    ['UND_ERR_SOCKET', 'disconnected', 'request'],
    ['ECONNRESET', 'disconnected', 'request'],
    ['HPE_INVALID_CONSTANT', 'malformed-answer', 'provider'],
    ['Z_BUF_ERROR', 'malformed-answer', 'request'],
    ['FIRST_BYTE_TIMEOUT', 'timed-out', 'provider-model'],
    ['STALL_TIMEOUT', 'timed-out', 'provider-model'],
    ['PLAIN_TIMEOUT', 'timed-out', 'provider-model'],
    ['FORBIDDEN_ADDRESS', 'disconnected', 'egress'],
    ['ABORT_ERR', 'cancelled', 'client'],
    ['SOMETHING_NEW', 'disconnected', 'provider'],
  ])('%s is %s of the %s', (code, kind, scope) => {
    expect(classify(code)).toMatchObject({ kind, scope, status: null, retryAfterMs: null });
  });

  it('a secret that cannot be sent suspends its key, and is not repeated', () => {
    const failure = classify('', 'Headers.append: "Bearer s3cr3t-s3cr3t\n" is an invalid header value.');
    expect(failure).toMatchObject({ kind: 'key-rejected', scope: 'key' });
    expect(JSON.stringify(failure)).not.toContain('s3cr3t');
  });
});
