import { describe, expect, it } from 'vitest';
import { redact } from './redact.ts';

describe('redact', () => {
  it.each([
    ['OpenAI', 'Incorrect API key provided: sk-proj-AbCdEf0123456789.'],
    ['Anthropic', 'bad key sk-ant-api03-AbCdEf_0123-456789'],
    ['OpenRouter', 'key sk-or-v1-0123456789abcdef is disabled'],
    ['Google', `Consumer 'api_key:AIza${'B'.repeat(35)}' has been suspended.`],
    ['Groq', 'gsk_0123456789abcdefABCDEF'],
    ['xAI', 'xai-0123456789abcdefABCDEF'],
    ['a query string', 'GET https://x.example/v1?alt=sse&key=0123456789abcdef failed'],
    ['a header', 'Headers.append: "Bearer 0123456789abcdef\n" is an invalid header value.'],
    ['a named header', 'x-api-key: 0123456789abcdef was refused'],
    ['the gateway', 'pgw_live_0123456789abcdef'],
    ['a web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.0123456789abcdef'],
  ])('takes the secret of %s out', (_, text) => {
    const clean = redact(text);
    expect(clean).toContain('[redacted]');
    expect(clean).not.toMatch(/0123456789|BBBBBBBB/);
  });

  it('takes out literal secrets of any form, wherever they stand', () => {
    expect(redact('user hunter2-hunter2 and hunter2-hunter2', ['hunter2-hunter2', ''])).toBe(
      'user [redacted] and [redacted]',
    );
  });

  it('leaves what is no secret', () => {
    const text = "Unsupported parameter: 'max_tokens' with gpt-5-mini; authorization required, task-oriented.";
    expect(redact(text)).toBe(text);
  });
});
