import { type InlineMedia, isJsonObject, type JsonObject } from '@palimpsest/domain';
import { readDataUrl } from '../conversation/data-url.ts';
import type { PlacedPart } from '../conversation/read-turns.ts';
import { refuse } from '../conversation/refuse.ts';
import type { Refusal } from '../provider.ts';

/** One part of a content, as the API knows it. */
export type NativePart = JsonObject;

/** ai.google.dev, "Image understanding": the media types of images. */
const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif'];

/** What was fetched from the addresses in the call. */
export type Media = ReadonlyMap<string, InlineMedia> | undefined;

/** A part of the client's message; `undefined` for empty text. */
export function convertPart({ part, at }: PlacedPart, media: Media): NativePart | Refusal | undefined {
  switch (part.type) {
    case 'text':
      if (typeof part.text !== 'string') return refuse(`${at}.text`, 'A text part needs its text.', 'invalid_value');
      return part.text === '' ? undefined : { text: part.text };
    case 'image_url':
      return image(imageUrl(part), `${at}.image_url.url`, media);
    case 'input_audio':
      return audio(isJsonObject(part.input_audio) ? part.input_audio : {}, `${at}.input_audio`);
    case 'file':
      return file(isJsonObject(part.file) ? part.file.file_data : undefined, `${at}.file.file_data`);
    default:
      return refuse(`${at}.type`, `Gemini takes no content of the type '${part.type}'.`);
  }
}

export const imageUrl = (part: JsonObject): unknown =>
  isJsonObject(part.image_url) ? part.image_url.url : part.image_url;

/** Not every model takes public addresses of images, so only data go out. */
function image(url: unknown, at: string, media: Media): NativePart | Refusal {
  if (typeof url !== 'string') return refuse(at, 'An image needs its URL.', 'invalid_value');
  const fetched = media?.get(url);
  if (fetched === undefined && !url.startsWith('data:'))
    return refuse(at, 'Images come as https or data URLs.', 'invalid_value');
  const data = fetched ?? readDataUrl(url);
  if (data === undefined) return refuse(at, 'The data URL holds no base64 data with a media type.', 'invalid_value');
  if (!imageTypes.includes(data.mediaType)) return refuse(at, `Gemini takes no images of ${data.mediaType}.`);
  return inline(data.mediaType, data.base64);
}

function audio(input: JsonObject, at: string): NativePart | Refusal {
  if (typeof input.data !== 'string' || (input.format !== 'wav' && input.format !== 'mp3'))
    return refuse(at, 'Audio needs base64 data and the format wav or mp3.', 'invalid_value');
  return inline(`audio/${input.format}`, input.data);
}

function file(data: unknown, at: string): NativePart | Refusal {
  if (typeof data !== 'string')
    return refuse(at, "A file's id belongs to the account that uploaded it; send the data itself.");
  const read = readDataUrl(data);
  if (read === undefined) return refuse(at, 'The data URL holds no base64 data with a media type.', 'invalid_value');
  return inline(read.mediaType, read.base64);
}

const inline = (mimeType: string, data: string): NativePart => ({ inlineData: { mimeType, data } });
