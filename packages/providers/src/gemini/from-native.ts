import type { Json } from '@palimpsest/domain';
import { malformed } from '../answer-decoding.ts';
import type { Decoded } from '../provider.ts';
import { newDecoder } from './decode-stream.ts';

/** A whole response is one chunk of a stream; a list is all the chunks of one that was not asked for as events. */
export function decodeAnswer(answer: Json): readonly Decoded[] {
  const decoder = newDecoder();
  const events = decoder.decode(answer, undefined);
  return [...events, ...(decoder.end(true) ?? [malformed('no finished candidate')])];
}
