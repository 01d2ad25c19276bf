import type { ChatBody } from '@palimpsest/domain';

/** `stop` in both of OpenAI's forms. */
export function stopSequences(body: ChatBody): readonly string[] {
  if (typeof body.stop === 'string') return [body.stop];
  return body.stop ?? [];
}
