import { BlockList, isIP } from 'node:net';
import { isForbiddenHost } from '@palimpsest/domain';

/**
 * Whether an address is on the public internet. Everything else is somebody's own network, the machine itself, not for single hosts, or
 * where a cloud answers its own machines.
 *
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
export function isPublicAddress(address: string): boolean {
  if (isForbiddenHost(address)) return false;
  switch (isIP(address)) {
    case 4:
      return !closed.check(address, 'ipv4');
    case 6:
      return global.check(address, 'ipv6') && !closed.check(address, 'ipv6');
    default:
      return false;
  }
}

const closed = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed.addSubnet(network, bits, 'ipv4');
// Tunnels and translations lead to an IPv4 address that is not looked at; the others are for documents, benchmarks and protocols.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed.addSubnet(network, bits, 'ipv6');

/** Unicast addresses of the internet: mapped, local, link-local and multicast ones lie outside. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
