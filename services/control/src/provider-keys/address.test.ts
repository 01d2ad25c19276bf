import { describe, expect, it } from 'vitest';
import { checkAddress, defaultVendor } from './address.ts';

describe('the address of a key', () => {
  it.each([
    ['https://api.openai.com/v1/', 'https://api.openai.com/v1'],
    ['http://localhost:11434/v1', 'http://localhost:11434/v1'],
    ['http://10.0.0.5', 'http://10.0.0.5'],
    ['HTTP://Example.COM:80/a//', 'http://example.com/a'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('%s is taken as %s', (text, address) => expect(checkAddress(text)).toEqual({ address }));

  it.each([
    ['', 'must be a URL'],
    ['api.openai.com', 'must be a URL'],
    ['file:///etc/passwd', 'http://'],
    ['gopher://x/', 'http://'],
    ['http://user@10.0.0.1/', 'credentials'],
    ['https://:secret@example.com/', 'credentials'],
    ['https://example.com/v1?key=x', 'query'],
    ['https://example.com/v1#x', 'fragment'],
    ['http://localhost:0/v1', 'port from 1 to 65535'],
    ['https://[::1]:00', 'port from 1 to 65535'],
    ['http://169.254.169.254/', 'metadata'],
    ['http://2852039166/', 'metadata'],
    ['http://[::ffff:169.254.169.254]/', 'metadata'],
    ['http://metadata.google.internal./', 'metadata'],
  ])('%s is refused', (text, fault) => expect(checkAddress(text)).toEqual({ fault: expect.stringContaining(fault) }));

  it('names the vendor by the provider, and by its origin where the provider is any server', () => {
    expect(defaultVendor('openai', 'https://proxy.example.com/v1')).toBe('openai');
    expect(defaultVendor('openai_compatible', 'http://localhost:11434/v1')).toBe('http://localhost:11434');
  });
});
