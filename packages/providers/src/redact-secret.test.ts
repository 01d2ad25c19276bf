import type { Failure } from '@palimpsest/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactFailure, redactSecret } from './redact-secret.ts';

const secret = 'sk-fake-AAAA1111BBBB2222CCCC';

describe("a provider's text", () => {
  it.each([
    [`Incorrect API key provided: ${secret}.`, 'Incorrect API key provided: [redacted].'],
    ['key sk-fake-AAAA1111 is wrong', 'key [redacted] is wrong'],
    ['no secret in here', 'no secret in here'],
    ['', ''],
  ])('loses the secret in use: %s', (text, clean) => {
    expect(redactSecret(text, secret)).toBe(clean);
  });

  it('holds no piece of eight characters of any secret, and keeps everything else', () => {
    const around = fc.string({ maxLength: 30 });
    fc.assert(
      fc.property(
        fc.string({ minLength: 8, maxLength: 60 }),
        around,
        around,
        fc.nat(),
        fc.nat(),
        (any, before, after, from, length) => {
          const start = from % any.length;
          const clean = redactSecret(`${before}${any.slice(start, start + 8 + (length % any.length))}${after}`, any);
          for (let at = 0; at + 8 <= any.length; at += 1)
            expect(clean.replaceAll('[redacted]', '\u0000')).not.toContain(any.slice(at, at + 8));
        },
      ),
    );
  });
});

it('is in no text of a failure that is kept or shown', () => {
  const odd = 'own/form/of/a/secret';
  const answer = {
    type: 'invalid_request_error',
    param: `key ${odd}`,
    code: `bad_${odd}`,
    message: `No such key: ${odd}.`,
  };
  const failure = redactFailure(
    { kind: 'request-rejected', scope: 'request', status: 400, retryAfterMs: null, reason: `said ${odd}`, answer },
    odd,
  );
  expect(JSON.stringify(failure)).not.toContain('secret');
  expect(failure).toEqual({
    kind: 'request-rejected',
    scope: 'request',
    status: 400,
    retryAfterMs: null,
    reason: 'said [redacted]',
    answer: {
      type: 'invalid_request_error',
      param: 'key [redacted]',
      code: 'bad_[redacted]',
      message: 'No such key: [redacted].',
    },
  });
});

it('leaves a failure without texts of the provider as it is', () => {
  const failure: Failure = {
    kind: 'timed-out',
    scope: 'key',
    status: null,
    retryAfterMs: null,
    reason: 'no first event',
  };
  expect(redactFailure(failure, secret)).toEqual(failure);
  const answer = { type: 'invalid_request_error', param: null, code: null, message: 'No.' };
  expect(redactFailure({ ...failure, answer }, secret)).toEqual({ ...failure, answer });
});
