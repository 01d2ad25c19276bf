/**
 * Whether a host must never be called: link-local addresses, where clouds serve their machines' credentials, and the metadata
 * services that live elsewhere, whatever way they are written. `host` is as the WHATWG URL parser leaves it, which has already
 * read `2852039166` and `0xa9fea9fe` as 169.254.169.254; a resolved address is fine, too.
 *
 * @see https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html (169.254.169.254, fd00:ec2::254)
 * @see https://cloud.google.com/compute/docs/metadata/querying-metadata (metadata.google.internal, fd20:ce::254)
 * @see https://www.alibabacloud.com/help/en/ecs/user-guide/view-instance-metadata (100.100.100.200)
 */
export function isForbiddenHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/%.*$/, '')
    .replace(/\.+$/, '');
  if (name.includes(':')) return isForbiddenIpv6(name);
  return metadataNames.has(name) || isForbiddenIpv4(name);
}

const metadataNames = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
]);

/** Alibaba, Azure's platform services, Oracle. */
const metadataAddresses = new Set(['100.100.100.200', '168.63.129.16', '192.0.0.192']);

const isForbiddenIpv4 = (text: string): boolean => /^169\.254\.\d+\.\d+$/.test(text) || metadataAddresses.has(text);

function isForbiddenIpv6(text: string): boolean {
  const groups = groupsOf(text);
  // What cannot be read must not be called.
  if (groups === undefined) return true;
  const [first = 0, second = 0, third = 0] = groups;
  const embedded = (high: number | undefined, low: number | undefined): boolean =>
    isForbiddenIpv4([high ?? 0, low ?? 0].flatMap((group) => [group >> 8, group & 0xff]).join('.'));
  if ((first & 0xffc0) === 0xfe80) return true;
  if (sameAddress(groups, 'fd00:ec2::254') || sameAddress(groups, 'fd20:ce::254')) return true;
  // Mapped and compatible (RFC 4291), NAT64 (RFC 6052) and 6to4 (RFC 3056) addresses lead to the IPv4 one inside.
  if (groups.slice(0, 5).every((group) => group === 0)) return embedded(groups[6], groups[7]);
  if (first === 0x64 && second === 0xff9b) return embedded(groups[6], groups[7]);
  return first === 0x2002 && embedded(second, third);
}

const sameAddress = (groups: readonly number[], text: string): boolean =>
  groupsOf(text)?.every((group, index) => group === groups[index]) === true;

/** The eight 16-bit groups of an IPv6 address; its last two may be written as an IPv4 address. */
function groupsOf(text: string): number[] | undefined {
  const hex = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const halves = hex.split('::');
  if (halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const words = [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
  if (!words.every((word) => /^[0-9a-f]{1,4}$/.test(word))) return undefined;
  return words.map((word) => Number.parseInt(word, 16));
}
