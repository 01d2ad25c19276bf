import type { AnswerEvent, EmbeddingEvent, EmbeddingsBody } from '@palimpsest/domain';
import { estimateInputs } from '../../../admission/estimate.ts';
import type { DocumentForm } from '../../answer-form.ts';

/** OpenAI's list of embeddings, in the order of the inputs and in the form that the client asked for. */
export const embeddingsForm = (body: EmbeddingsBody): DocumentForm => ({
  isStream: false,
  document(events) {
    const encode = body.encoding_format === 'base64' ? toBase64 : toNumbers;
    const usage = events.findLast((event) => event.type === 'usage-report')?.usage;
    const promptTokens = usage?.promptTokens ?? estimateInputs(body);
    return {
      object: 'list',
      data: inOrder(events).map(({ index, vector }) => ({ object: 'embedding', index, embedding: encode(vector) })),
      model: body.model,
      usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
    };
  },
});

const inOrder = (events: readonly AnswerEvent[]): readonly EmbeddingEvent[] =>
  events.filter((event) => event.type === 'embedding').sort((a, b) => a.index - b.index);

const floatBytes = 4;

function toNumbers(vector: EmbeddingEvent['vector']): readonly number[] {
  if (typeof vector !== 'string') return vector;
  const bytes = Buffer.from(vector, 'base64');
  return Array.from({ length: Math.floor(bytes.length / floatBytes) }, (_, at) => bytes.readFloatLE(at * floatBytes));
}

function toBase64(vector: EmbeddingEvent['vector']): string {
  if (typeof vector === 'string') return vector;
  const bytes = Buffer.alloc(vector.length * floatBytes);
  for (const [at, value] of vector.entries()) bytes.writeFloatLE(value, at * floatBytes);
  return bytes.toString('base64');
}
