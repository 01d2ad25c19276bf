/** Brands of the ISO container format that hold still images. */
const heic = new Set(['heic', 'heix', 'hevc', 'heim', 'heis']);

/** The media type of an image by its first bytes, whatever its server calls it; `undefined` where it is none that any provider takes. */
export function sniffImage(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
  if (!head.startsWith('ftyp', 4)) return undefined;
  const brand = head.slice(8, 12);
  if (heic.has(brand)) return 'image/heic';
  return brand === 'mif1' || brand === 'msf1' ? 'image/heif' : undefined;
}
