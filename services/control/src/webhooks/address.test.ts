import { describe, expect, it } from 'vitest';
import { checkWebhookAddress } from './address.ts';

const isTaken = (url: string, allowPrivate: boolean): boolean => 'url' in checkWebhookAddress(url, allowPrivate);

describe('the address of a webhook', () => {
  it.each(['https://example.com/hooks?room=7', 'http://93.184.215.14/', 'https://[2606:4700::1111]/x'])(
    'may be on the public internet: %s',
    (url) => {
      expect(isTaken(url, false)).toBe(true);
    },
  );

  it.each([
    'http://127.0.0.1:9000/',
    'http://[::1]/',
    'http://localhost/',
    'https://a.localhost/',
    'http://10.0.0.5/',
    'http://192.168.1.1/',
    'http://2130706433/',
    'http://[::ffff:7f00:1]/',
    'http://0.0.0.0/',
  ])('may be private only where that is allowed: %s', (url) => {
    expect(checkWebhookAddress(url, false)).toMatchObject({ fault: expect.stringContaining('PRIVATE_WEBHOOKS') });
    expect(isTaken(url, true)).toBe(true);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://0xa9fea9fe/',
    'http://[fe80::1]/',
    'http://metadata.google.internal/',
    'http://[::ffff:169.254.169.254]/',
  ])('is never where a cloud keeps credentials: %s', (url) => {
    expect(isTaken(url, true)).toBe(false);
  });

  it.each([
    'ftp://example.com/',
    'example.com',
    'https://user:secret@example.com/',
    'https://example.com/#x',
    'http://example.com:0/',
    '',
  ])('is nothing else: %s', (url) => {
    expect(isTaken(url, true)).toBe(false);
  });
});
