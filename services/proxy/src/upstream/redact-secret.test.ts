import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactSecret } from './redact-secret.ts';

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
