import { type AnswerEvent, inOldForm, type JsonObject, type Usage } from '@palimpsest/domain';
import { type AnswerFrame, encodeUsage, finishWord } from './answer-frame.ts';

const done = 'data: [DONE]\n\n';
const event = (chunk: JsonObject): string => `data: ${JSON.stringify(chunk)}\n\n`;

/**
 * Canonical events to OpenAI's chunks, one text for each event that shows: the same `id` and `model` on every chunk, the role in each
 * choice's first, `finish_reason` in its last, the usage chunk only where it was asked for, `[DONE]` at the end.
 */
export function createStreamEncoder(
  frame: AnswerFrame,
  { includeUsage, oldForm }: { readonly includeUsage: boolean; readonly oldForm: boolean },
): (event: AnswerEvent) => string {
  const begun = new Set<number>();
  let fields: JsonObject = {};
  let usage: Usage | undefined;

  const chunk = (choice: number, delta: JsonObject, finish: string | null, extra: JsonObject = {}): string => {
    const opening: JsonObject = begun.has(choice) ? {} : { role: 'assistant', content: '' };
    begun.add(choice);
    const body = {
      index: choice,
      delta: { ...opening, ...(oldForm ? inOldForm(delta) : delta) },
      logprobs: null,
      finish_reason: finish,
      ...extra,
    };
    return event({
      ...frame.head('chat.completion.chunk'),
      ...fields,
      choices: [body],
      ...(includeUsage ? { usage: null } : {}),
    });
  };

  return (one) => {
    switch (one.type) {
      // A chat is answered without vectors.
      case 'embedding':
        return '';
      case 'answer-start':
        fields = one.fields ?? {};
        return '';
      case 'text-delta':
        return chunk(one.choice, { content: one.text }, null);
      case 'reasoning-delta':
        return chunk(one.choice, { reasoning_content: one.text }, null);
      case 'refusal-delta':
        return chunk(one.choice, { refusal: one.text }, null);
      case 'tool-call-start':
        return chunk(
          one.choice,
          {
            tool_calls: [
              {
                index: one.index,
                id: one.id,
                type: 'function',
                function: { name: one.name, arguments: '' },
                ...one.fields,
              },
            ],
          },
          null,
        );
      case 'tool-call-delta':
        return chunk(one.choice, { tool_calls: [{ index: one.index, function: { arguments: one.arguments } }] }, null);
      case 'choice-fields':
        return chunk(one.choice, one.message ?? {}, null, one.fields);
      case 'choice-end':
        return chunk(one.choice, {}, finishWord(one.finishReason, oldForm));
      case 'usage-report':
        usage = one.usage;
        return '';
      case 'answer-end':
        return `${includeUsage && usage !== undefined ? event({ ...frame.head('chat.completion.chunk'), ...fields, choices: [], usage: encodeUsage(usage) }) : ''}${done}`;
    }
  };
}
