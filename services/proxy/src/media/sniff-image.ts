const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.max(0, Math.min(text.length, bytes.length - at))).toString(
    'latin1',
  ) === text;

/** The brands of the ISO container format that hold still images. */
const heif = new Set(['heic', 'heix', 'hevc', 'heim', 'heis']);

/** The media type of an image by its first bytes, whatever its server calls it; `undefined` where it is none that any provider takes. */
export function sniffImage(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp';
  if (!startsWith(bytes, 'ftyp', 4)) return undefined;
  const brand = Buffer.from(bytes.subarray(8, 12)).toString('latin1');
  if (heif.has(brand)) return 'image/heic';
  return brand === 'mif1' || brand === 'msf1' ? 'image/heif' : undefined;
}
