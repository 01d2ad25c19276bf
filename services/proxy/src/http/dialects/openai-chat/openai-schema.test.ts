import { readdirSync, readFileSync } from 'node:fs';
import {
  type AnswerEvent,
  type ChatEvent,
  GatewayError,
  gatewayErrorCodes,
  type JsonObject,
  parseJson,
  requestId,
} from '@palimpsest/domain';
import { providers } from '@palimpsest/providers';
import { describe, expect, it } from 'vitest';
import { faultsBySchema } from '../../../testing/openai-schema.ts';
import { embeddingsForm } from '../openai-embeddings/answer-form.ts';
import { ChatStream, chatDocument } from './answer-form.ts';
import { encodeError, encodeErrorEvent } from './encode-error.ts';

const request = requestId('req_01J0000000000000000000000A');
const sources = new URL('../../../../../../packages/providers/src/', import.meta.url);

/** Every answer in every provider's own wire form, as its fixtures hold them. */
const answers = Object.values(providers).flatMap((provider) => {
  const folder = new URL(`${provider.name.replace('_', '-')}/__fixtures__/`, sources);
  return readdirSync(folder).map((scenario) => {
    const plain = readFileSync(new URL(`${scenario}/plain.json`, folder), 'utf8');
    return [provider.name, scenario, provider.fromNative(plain).filter(isEvent)] as const;
  });
});

function isEvent(event: { readonly type: string }): event is ChatEvent {
  return event.type !== 'failure';
}

const options = (oldForm: boolean) => ({ requestId: request, model: 'asked', includeUsage: true, oldForm });
const documentOf = (events: readonly AnswerEvent[], oldForm = false) => chatDocument(options(oldForm)).document(events);

function chunksOf(events: readonly AnswerEvent[], oldForm = false): readonly JsonObject[] {
  const text = new ChatStream(options(oldForm)).next(events);
  const blocks = text.split('\n\n').filter((block) => block !== '' && block !== 'data: [DONE]');
  return blocks.map((block) => parseJson(block.replace(/^data: /, '')) as JsonObject);
}

describe.each(answers)('%s, %s', (_provider, _scenario, events) => {
  it('is a completion by OpenAI’s own schema', () => {
    expect(faultsBySchema('CreateChatCompletionResponse', documentOf(events))).toEqual([]);
  });

  it('is chunk by chunk valid by OpenAI’s own schema', () => {
    const chunks = chunksOf(events);
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.flatMap((chunk) => faultsBySchema('CreateChatCompletionStreamResponse', chunk))).toEqual([]);
  });

  it('is valid in the form of before tools, too', () => {
    const { choices } = documentOf(events, true) as {
      choices: [{ message: JsonObject; finish_reason: string }];
    };
    expect(choices[0].message).not.toHaveProperty('tool_calls');
    expect(choices[0].finish_reason === 'function_call').toBe(choices[0].message.function_call !== undefined);
    expect(faultsBySchema('CreateChatCompletionResponse', documentOf(events, true))).toEqual([]);
    const chunks = chunksOf(events, true);
    expect(chunks.flatMap((chunk) => faultsBySchema('CreateChatCompletionStreamResponse', chunk))).toEqual([]);
    expect(JSON.stringify(chunks)).not.toContain('"tool_calls":');
  });
});

it('log probabilities and signatures of Gemini are valid extensions', () => {
  const part = (text: string) => ({ text, thoughtSignature: 'c2ln' });
  const events = providers.gemini
    .fromNative(
      JSON.stringify({
        candidates: [
          {
            content: {
              role: 'model',
              parts: [part('Hi'), { functionCall: { name: 'f', args: {} }, thoughtSignature: 'c2ln' }],
            },
            finishReason: 'STOP',
            logprobsResult: {
              chosenCandidates: [{ token: 'Hi', logProbability: -0.1 }],
              topCandidates: [{ candidates: [{ token: 'Hi', logProbability: -0.1 }] }],
            },
          },
        ],
      }),
    )
    .filter(isEvent);
  const document = documentOf(events);
  expect(faultsBySchema('CreateChatCompletionResponse', document)).toEqual([]);
  expect(document).toMatchObject({
    choices: [
      {
        logprobs: { content: [{ token: 'Hi', logprob: -0.1, bytes: [72, 105] }], refusal: null },
        message: {
          extra_content: { google: { thought_signature: 'c2ln' } },
          tool_calls: [{ extra_content: { google: { thought_signature: 'c2ln' } } }],
        },
      },
    ],
  });
  expect(chunksOf(events).flatMap((chunk) => faultsBySchema('CreateChatCompletionStreamResponse', chunk))).toEqual([]);
});

it.each(['float', 'base64'] as const)('embeddings as %s are valid by OpenAI’s own schema', (encoding_format) => {
  const events: AnswerEvent[] = [
    { type: 'embedding', index: 1, vector: [0.5, -0.5] },
    { type: 'embedding', index: 0, vector: 'AAAAPwAAAL8=' },
    { type: 'answer-end' },
  ];
  const document = embeddingsForm({ model: 'asked', input: ['a', 'b'], encoding_format }).document(events);
  expect(faultsBySchema('CreateEmbeddingResponse', document)).toEqual([]);
  const vector = encoding_format === 'float' ? [0.5, -0.5] : 'AAAAPwAAAL8=';
  expect(document.data).toEqual([0, 1].map((index) => ({ object: 'embedding', index, embedding: vector })));
});

it.each(Object.keys(gatewayErrorCodes) as (keyof typeof gatewayErrorCodes)[])(
  'the error %s is valid by OpenAI’s own schema, as a body and in a stream',
  (code) => {
    const error = new GatewayError(code, 'no', { retryAfterMs: 5000 });
    expect(faultsBySchema('ErrorResponse', encodeError(error))).toEqual([]);
    expect(faultsBySchema('ErrorResponse', parseJson(encodeErrorEvent(error).replace(/^data: /, '')))).toEqual([]);
  },
);

it('the schemas find faults', () => {
  const [, , events] = answers[0] ?? [];
  const document = documentOf(events ?? []);
  expect(faultsBySchema('CreateChatCompletionResponse', { ...document, choices: [] })).not.toEqual([]);
  expect(faultsBySchema('CreateChatCompletionResponse', { ...document, object: 'list' })).not.toEqual([]);
  expect(faultsBySchema('CreateChatCompletionStreamResponse', document)).not.toEqual([]);
  expect(faultsBySchema('ErrorResponse', { error: { message: 'x' } })).not.toEqual([]);
});
