import { type ChatMessage, type ContentPart, isJsonObject } from '@palimpsest/domain';
import type { ContentKind } from './chat-parameters.ts';

/** A part of a message, by the kinds that the tables tell apart, and its field. */
type PlacedKind = { readonly kind: ContentKind; readonly param: string };

/** Every part whose kind some table knows. Contents that are plain texts have none. */
export function* contentKindsIn(messages: readonly ChatMessage[]): Iterable<PlacedKind> {
  for (const [index, { content }] of messages.entries()) {
    if (!Array.isArray(content)) continue;
    for (const [at, part] of (content as readonly ContentPart[]).entries()) {
      const kind = kindOf(part);
      const place = `messages[${index}].content[${at}]`;
      if (kind !== undefined) yield { kind, param: `${place}.${kind === 'file, id' ? 'file.file_id' : 'type'}` };
    }
  }
}

function kindOf(part: ContentPart): ContentKind | undefined {
  switch (part.type) {
    case 'text':
    case 'input_audio':
    case 'refusal':
      return part.type;
    case 'image_url': {
      const url = isJsonObject(part.image_url) ? part.image_url.url : part.image_url;
      return typeof url === 'string' && /^data:/i.test(url) ? 'image_url, data' : 'image_url, https';
    }
    case 'file': {
      const { file_data, file_id } = isJsonObject(part.file) ? part.file : {};
      if (typeof file_data === 'string') return 'file, data';
      return typeof file_id === 'string' ? 'file, id' : undefined;
    }
    default:
      return undefined;
  }
}
