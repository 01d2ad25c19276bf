import { isJsonObject, type JsonObject } from '@palimpsest/domain';
import { readDataUrl } from '../conversation/data-url.ts';
import type { PlacedPart } from '../conversation/read-turns.ts';
import { isRefusal, refuse } from '../conversation/refuse.ts';
import type { Refusal } from '../provider.ts';

/** One content block of a message, as the Messages API knows it. */
export type Block = JsonObject & { readonly type: string };

/** platform.claude.com, "Vision": the only media types. */
const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** 5 MB of the base64 text, not of the image (anthropics/claude-code#19631). */
const mostImageCharacters = 5 * 1024 * 1024;

/**
 * A part of the client's message as a block; `undefined` for text that the API would refuse as empty. The cache mark is this API's own;
 * clients of the OpenAI dialect send it as an extension of the part.
 */
export function convertPart(placed: PlacedPart): Block | Refusal | undefined {
  const block = blockOf(placed);
  const { cache_control } = placed.part;
  return block === undefined || isRefusal(block) || !isJsonObject(cache_control) ? block : { ...block, cache_control };
}

function blockOf({ part, at }: PlacedPart): Block | Refusal | undefined {
  switch (part.type) {
    case 'text':
      return textBlock(part, `${at}.text`);
    case 'image_url':
      return imageBlock(isJsonObject(part.image_url) ? part.image_url.url : part.image_url, `${at}.image_url.url`);
    case 'file':
      return documentBlock(isJsonObject(part.file) ? part.file : {}, `${at}.file`);
    default:
      return refuse(`${at}.type`, `Anthropic takes no content of the type '${part.type}'.`);
  }
}

function textBlock({ text }: PlacedPart['part'], at: string): Block | Refusal | undefined {
  if (typeof text !== 'string') return refuse(at, 'A text part needs its text.', 'invalid_value');
  return text.trim() === '' ? undefined : { type: 'text', text };
}

function imageBlock(url: unknown, at: string): Block | Refusal {
  if (typeof url !== 'string') return refuse(at, 'An image needs its URL.', 'invalid_value');
  if (url.startsWith('https://')) return { type: 'image', source: { type: 'url', url } };
  if (!url.startsWith('data:')) return refuse(at, 'Images come as https or data URLs.', 'invalid_value');
  const data = readDataUrl(url);
  if (data === undefined) return refuse(at, 'The data URL holds no base64 data with a media type.', 'invalid_value');
  if (data.base64.length > mostImageCharacters)
    return refuse(at, 'Anthropic takes images of at most 5 MB, counted in base64.', 'invalid_value');
  if (!imageTypes.includes(data.mediaType)) return refuse(at, `Anthropic takes no images of ${data.mediaType}.`);
  return { type: 'image', source: { type: 'base64', media_type: data.mediaType, data: data.base64 } };
}

function documentBlock(file: JsonObject, at: string): Block | Refusal {
  if (typeof file.file_data !== 'string')
    return refuse(at, "A file's id belongs to the account that uploaded it; send the data itself.");
  const data = readDataUrl(file.file_data);
  if (data === undefined) return refuse(at, 'The data URL holds no base64 data with a media type.', 'invalid_value');
  const source =
    data.mediaType === 'application/pdf'
      ? { type: 'base64', media_type: data.mediaType, data: data.base64 }
      : { type: 'text', media_type: 'text/plain', data: Buffer.from(data.base64, 'base64').toString('utf8') };
  if (source.type === 'text' && !data.mediaType.startsWith('text/'))
    return refuse(at, `Anthropic takes no files of ${data.mediaType}.`);
  return typeof file.filename === 'string'
    ? { type: 'document', source, title: file.filename }
    : { type: 'document', source };
}
