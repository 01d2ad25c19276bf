import type { ContentPart } from '@palimpsest/domain';
import type { PlacedUrl, Provider } from '../provider.ts';
import { imageUrl } from './convert-content.ts';

/** The images that stand somewhere in the web. */
export const wantsInline: Provider['wantsInline'] = ({ body }) => {
  const found: PlacedUrl[] = [];
  for (const [index, { content }] of body.messages.entries()) {
    if (!Array.isArray(content)) continue;
    for (const [at, part] of (content as readonly ContentPart[]).entries()) {
      const url = part.type === 'image_url' ? imageUrl(part) : undefined;
      if (typeof url === 'string' && /^https?:/i.test(url))
        found.push({ url, param: `messages[${index}].content[${at}].image_url.url` });
    }
  }
  return found;
};
