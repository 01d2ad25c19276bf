import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

describe('an address of the public internet', () => {
  it.each(['1.1.1.1', '8.8.8.8', '93.184.215.14', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    '%s may be called',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ['this host', '0.0.0.0'],
    ['loopback', '127.0.0.1'],
    ['a private network', '10.1.2.3'],
    ['a private network', '172.16.0.1'],
    ['a private network', '192.168.1.1'],
    ["a carrier's network", '100.64.0.1'],
    ['link-local, where clouds keep credentials', '169.254.169.254'],
    ['where Azure answers its own machines', '168.63.129.16'],
    ['for documents', '203.0.113.7'],
    ['for benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['loopback', '::1'],
    ['unspecified', '::'],
    ['link-local', 'fe80::1'],
    ['unique local', 'fd00::1'],
    ['multicast', 'ff02::1'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped in hexadecimal', '::ffff:a9fe:a9fe'],
    ['translated', '64:ff9b::7f00:1'],
    ['tunnelled', '2002:7f00:1::'],
    ['tunnelled by Teredo', '2001::1'],
    ['for documents', '2001:db8::1'],
    ['no address', 'localhost'],
    ['nothing', ''],
  ])('may not be %s: %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
