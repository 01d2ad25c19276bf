import { type AnswerEvent, inOldForm, type JsonObject, type Usage } from '@palimpsest/domain';
import { type AnswerFrame, encodeUsage, finishWord } from './answer-frame.ts';

const done = 'data: [DONE]\n\n';

/**
 * Canonical events to OpenAI's chunks, one text for each event that shows: the same `id` and `model` on every chunk, the role in each
 * choice's first, `finish_reason` in its last, the usage chunk only where it was asked for, `[DONE]` at the end.
 */
export function createStreamEncoder(
  frame: AnswerFrame,
  { includeUsage, oldForm }: { readonly includeUsage: boolean; readonly oldForm: boolean },
): (event: AnswerEvent) => string {
  const begun = new Set<number>();
  let head: string | undefined;
  let fields: JsonObject = {};
  let usage: Usage | undefined;

  // What all chunks begin with is written once; `members` are those of the chunk itself.
  const event = (members: string): string => {
    head ??= JSON.stringify({ ...frame.head('chat.completion.chunk'), ...fields }).slice(0, -1);
    return `data: ${head},${members}}\n\n`;
  };
  const noUsage = includeUsage ? ',"usage":null' : '';
  const choiceEvent = (choice: string): string => event(`"choices":[${choice}]${noUsage}`);

  const chunk = (choice: number, delta: JsonObject, finish: string | null, extra: JsonObject = {}): string => {
    const opening: JsonObject = begun.has(choice) ? {} : { role: 'assistant', content: '' };
    begun.add(choice);
    return choiceEvent(
      JSON.stringify({
        index: choice,
        delta: { ...opening, ...(oldForm ? inOldForm(delta) : delta) },
        logprobs: null,
        finish_reason: finish,
        ...extra,
      }),
    );
  };
  // Nearly all of a stream, and the same but for the text.
  const textChunk = (choice: number, text: string): string =>
    begun.has(choice)
      ? choiceEvent(
          `{"index":${choice},"delta":{"content":${JSON.stringify(text)}},"logprobs":null,"finish_reason":null}`,
        )
      : chunk(choice, { content: text }, null);

  return (one) => {
    switch (one.type) {
      // A chat is answered without vectors.
      case 'embedding':
        return '';
      case 'answer-start':
        fields = one.fields ?? {};
        head = undefined;
        return '';
      case 'text-delta':
        return textChunk(one.choice, one.text);
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
        return includeUsage && usage !== undefined
          ? `${event(`"choices":[],"usage":${JSON.stringify(encodeUsage(usage))}`)}${done}`
          : done;
    }
  };
}
