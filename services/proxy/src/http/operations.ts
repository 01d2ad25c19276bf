import { asksInOldForm, GatewayError, type RequestId } from '@palimpsest/domain';
import type { Ask } from '../inbound.ts';
import type { AnswerForm } from './answer-form.ts';
import { ChatStream, chatDocument } from './dialects/openai-chat/answer-form.ts';
import { parseRequest } from './dialects/openai-chat/parse-request.ts';
import { embeddingsForm } from './dialects/openai-embeddings/answer-form.ts';
import { parseEmbeddings } from './dialects/openai-embeddings/parse-request.ts';

/** How each kind of model call is read from its body. */
export const readBody: Readonly<Record<Ask['operation'], (bytes: Uint8Array) => Ask | GatewayError>> = {
  chat: parseRequest,
  embeddings(bytes) {
    const body = parseEmbeddings(bytes);
    return body instanceof GatewayError ? body : { operation: 'embeddings', body };
  },
};

/** How its answer is written. */
export function answerFormOf(ask: Ask, requestId: RequestId): AnswerForm {
  switch (ask.operation) {
    case 'chat': {
      const options = {
        requestId,
        model: ask.body.model,
        includeUsage: ask.body.stream_options?.include_usage === true,
        oldForm: asksInOldForm(ask.body),
      };
      return ask.body.stream === true ? new ChatStream(options) : chatDocument(options);
    }
    case 'embeddings':
      return embeddingsForm(ask.body);
  }
}
