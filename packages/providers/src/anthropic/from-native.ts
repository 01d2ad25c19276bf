import { isJsonObject, type Json } from '@palimpsest/domain';
import { malformed } from '../answer-decoding.ts';
import type { Decoded } from '../provider.ts';
import { classify } from './classify.ts';
import { newDecoder } from './decode-stream.ts';

/** A whole message, read as the events in which it would have been streamed: both forms give the same answer. */
export function decodeAnswer(answer: Json): readonly Decoded[] {
  if (!isJsonObject(answer) || !Array.isArray(answer.content)) {
    const isError = isJsonObject(answer) && answer.error !== undefined;
    return [
      isError ? { type: 'failure', failure: classify({ at: 'stream', payload: answer }) } : malformed('not a message'),
    ];
  }
  const { content, stop_reason = null, stop_details = null, usage = null } = answer;
  const decoder = newDecoder();
  const blocks = (content as readonly Json[]).flatMap((block, index) => [
    { type: 'content_block_start', index, content_block: block },
    { type: 'content_block_stop', index },
  ]);
  const events = [
    { type: 'message_start', message: answer },
    ...blocks,
    { type: 'message_delta', delta: { stop_reason, stop_details }, usage },
    { type: 'message_stop' },
  ].flatMap((event) => decoder.decode(event, undefined));
  return [...events, ...(decoder.end(true) ?? [])];
}
