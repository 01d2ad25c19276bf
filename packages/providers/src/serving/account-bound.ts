import { type ChatBody, type ContentPart, isJsonObject } from '@palimpsest/domain';

/**
 * The field of the first thing in a conversation that exists in one account at its provider alone, by its id: an uploaded file, or what the
 * model said aloud earlier (platform.openai.com, "Files", "Audio"). `undefined`: any account can be asked.
 */
export function accountBound({ messages }: ChatBody): string | undefined {
  for (const [index, { content, audio }] of messages.entries()) {
    if (isJsonObject(audio) && typeof audio.id === 'string') return `messages[${index}].audio.id`;
    if (!Array.isArray(content)) continue;
    const at = (content as readonly ContentPart[]).findIndex(isUploaded);
    if (at !== -1) return `messages[${index}].content[${at}].file.file_id`;
  }
  return undefined;
}

const isUploaded = ({ type, file }: ContentPart): boolean =>
  type === 'file' && isJsonObject(file) && typeof file.file_id === 'string' && typeof file.file_data !== 'string';
