import { describe, expect, it } from 'vitest';
import { isForbiddenHost } from './forbidden-host.ts';

const hostOf = (url: string): string => new URL(url).hostname;

describe('a host that must never be called', () => {
  it.each([
    'http://169.254.169.254/',
    'http://169.254.0.1/',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://169.254.43518/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[::a9fe:a9fe]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[2002:a9fe:a9fe::1]/',
    'http://[fe80::1]/',
    'http://[febf::1]/',
    'http://[fd00:ec2::254]/',
    'http://[fd20:ce::254]/',
    'http://100.100.100.200/',
    'http://METADATA.google.internal./',
    'http://metadata/',
    'http://instance-data/',
  ])('is found in %s', (url) => expect(isForbiddenHost(hostOf(url))).toBe(true));

  it.each(['fe80::1%eth0', '169.254.1.1', '::ffff:169.254.169.254', 'not:an:address'])(
    'is found in the resolved address %s',
    (address) => expect(isForbiddenHost(address)).toBe(true),
  );

  it.each([
    'https://api.openai.com/v1',
    'http://localhost:11434/v1',
    'http://127.0.0.1:8000/',
    'http://10.0.0.5/',
    'http://[::1]/',
    'http://[fd12:3456::1]/',
    'http://[2001:db8::a9fe:a9fe]/',
    'http://169.253.255.255/',
    'http://169.254.example.com/',
    'http://metadata.example.com/',
  ])('is not found in %s', (url) => expect(isForbiddenHost(hostOf(url))).toBe(false));
});
