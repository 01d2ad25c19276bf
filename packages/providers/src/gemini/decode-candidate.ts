import { createHash } from 'node:crypto';
import { type ChatEvent, isJsonObject, type Json, type JsonObject } from '@palimpsest/domain';
import type { Decoded } from '../provider.ts';
import { type ArgumentAssembly, assembleArguments } from './assemble-arguments.ts';
import { convertLogprobs } from './convert-logprobs.ts';
import { isBrokenCall, mapFinishReason } from './map-finish-reason.ts';
import { issueSignature } from './thought-signatures.ts';

/** Reads one of the answers to a request, chunk by chunk. */
export type CandidateDecoder = {
  /** `responseId` is the id of the whole answer, as far as it is known. */
  decode(candidate: JsonObject, responseId: string | undefined): readonly Decoded[];
  isFinished(): boolean;
  end(): readonly ChatEvent[];
};

type OpenCall = { readonly index: number; readonly assembly: ArgumentAssembly };

export function createCandidateDecoder(choice: number): CandidateDecoder {
  const ids = new Set<string>();
  let calls = 0;
  let open: OpenCall | undefined;
  let hasContent = false;
  let finishReason: string | undefined;

  /** Drawn images, in the form in which OpenRouter gives them. */
  function image({ mimeType, data }: JsonObject): readonly ChatEvent[] {
    if (typeof mimeType !== 'string' || typeof data !== 'string' || data === '') return [];
    hasContent = true;
    const url = `data:${mimeType};base64,${data}`;
    return [{ type: 'choice-fields', choice, message: { images: [{ type: 'image_url', image_url: { url } }] } }];
  }

  function text(part: JsonObject): readonly ChatEvent[] {
    if (isJsonObject(part.inlineData)) return [...image(part.inlineData), ...signatureAlone(part)];
    if (typeof part.text !== 'string' || part.text === '') return signatureAlone(part);
    hasContent = true;
    const delta: ChatEvent = {
      type: part.thought === true ? 'reasoning-delta' : 'text-delta',
      choice,
      text: part.text,
    };
    return [delta, ...signatureAlone(part)];
  }

  /** What signs no call signs the message; it may come late, in a part without a text. */
  const signatureAlone = ({ thoughtSignature: signature }: JsonObject): readonly ChatEvent[] =>
    typeof signature === 'string' && signature !== ''
      ? [{ type: 'choice-fields', choice, message: issueSignature(signature) }]
      : [];

  function close(): readonly ChatEvent[] {
    if (open === undefined) return [];
    const { index, assembly } = open;
    open = undefined;
    return [{ type: 'tool-call-delta', choice, index, arguments: assembly.toJson() }];
  }

  /** Calls come whole, or in pieces: the first has the name, the last says nothing of more to come. */
  function functionCall(part: JsonObject, call: JsonObject, responseId: string | undefined): readonly ChatEvent[] {
    const events: ChatEvent[] = [];
    if (typeof call.name === 'string' && call.name !== '') {
      events.push(...close());
      const given = typeof call.id === 'string' && !ids.has(call.id) ? call.id : '';
      const id = given === '' ? madeId(call, responseId) : given;
      ids.add(id);
      const { thoughtSignature: signature } = part;
      const fields = typeof signature === 'string' && signature !== '' ? { fields: issueSignature(signature) } : {};
      events.push({ type: 'tool-call-start', choice, index: calls, id, name: call.name, ...fields });
      open = { index: calls, assembly: assembleArguments() };
      calls += 1;
      if (isJsonObject(call.args)) {
        events.push({ type: 'tool-call-delta', choice, index: open.index, arguments: JSON.stringify(call.args) });
        open = undefined;
      }
    }
    open?.assembly.add(call.partialArgs);
    return call.willContinue === true ? events : [...events, ...close()];
  }

  /** Many answers name no id for their calls, some the same for several. The same answer always gets the same ones, read whole or streamed. */
  function madeId(call: JsonObject, responseId: string | undefined): string {
    const source = JSON.stringify([responseId ?? null, choice, calls, call.name, call.args ?? null]);
    return `call_${createHash('sha256').update(source).digest('hex').slice(0, 24)}`;
  }

  function decode(candidate: JsonObject, responseId: string | undefined): readonly Decoded[] {
    const content = isJsonObject(candidate.content) ? candidate.content : {};
    const parts = Array.isArray(content.parts) ? (content.parts as readonly Json[]) : [];
    const events: Decoded[] = parts
      .filter((part) => isJsonObject(part))
      .flatMap((part) =>
        isJsonObject(part.functionCall) ? functionCall(part, part.functionCall, responseId) : text(part),
      );
    for (const event of logprobs(candidate)) events.push(event);
    if (typeof candidate.finishReason !== 'string') return events;
    finishReason = candidate.finishReason;
    return isBrokenCall(finishReason) ? [...events, brokenCall] : events;
  }

  /** Log probabilities, where they were asked for. */
  function logprobs({ logprobsResult: result }: JsonObject): readonly ChatEvent[] {
    const content = isJsonObject(result) ? convertLogprobs(result) : [];
    return content.length === 0
      ? []
      : [{ type: 'choice-fields', choice, fields: { logprobs: { content, refusal: null } } }];
  }

  function end(): readonly ChatEvent[] {
    const raw = finishReason ?? '';
    const seen = { toolCalls: calls > 0, content: hasContent };
    return [...close(), { type: 'choice-end', choice, finishReason: mapFinishReason(raw, seen), raw }];
  }

  return { decode, isFinished: () => finishReason !== undefined, end };
}

const brokenCall: Decoded = {
  type: 'failure',
  failure: {
    kind: 'flaky-generation',
    scope: 'request',
    status: null,
    retryAfterMs: null,
    reason: 'malformed function call',
  },
};
