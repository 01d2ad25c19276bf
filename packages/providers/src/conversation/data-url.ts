import type { InlineMedia } from '@palimpsest/domain';

/** Some writers say `image/jpg` or `png` alone, which providers refuse (charmbracelet/crush#995). */
const spelling: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** Reads `data:<media type>;base64,<data>` (RFC 2397); `undefined` for every other address and where the data are no base64. */
export function readDataUrl(url: string): InlineMedia | undefined {
  const comma = url.indexOf(',');
  const head = /^data:([a-z]+\/[a-z0-9.+-]+|jpe?g|png|gif|webp)(?:;[a-z0-9-]+=[^;,]*)*;base64$/i.exec(
    url.slice(0, Math.max(comma, 0)),
  );
  if (head === null) return undefined;
  const base64 = url.slice(comma + 1).replace(/\s+/g, '');
  if (base64 === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  const mediaType = (head[1] ?? '').toLowerCase();
  return { mediaType: spelling[mediaType] ?? mediaType, base64 };
}
