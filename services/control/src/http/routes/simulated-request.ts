import type { Ask, ChatBody, EmbeddingsBody } from '@palimpsest/domain';
import { z } from 'zod';

const call = z.union(
  [
    z.looseObject({
      id: z.string(),
      type: z.literal('function'),
      function: z.looseObject({ name: z.string(), arguments: z.string() }),
    }),
    z.looseObject({ id: z.string(), type: z.literal('custom') }),
  ],
  { error: 'must have an `id` and the `type` "function", with a `function`, or "custom"' },
);
const part = z.looseObject({ type: z.string(), text: z.string().optional() });
const message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z.union([z.string(), z.array(part)], { error: 'must be a text or a list of parts' }).nullish(),
  // Null where a client wrote an answer out whole, which the proxies take as none.
  tool_calls: z.array(call).nullish(),
  tool_call_id: z.string().optional(),
});
const tool = z.union(
  [
    z.looseObject({ type: z.literal('function'), function: z.looseObject({ name: z.string() }) }),
    z.looseObject({ type: z.literal('custom') }),
  ],
  { error: 'must have the `type` "function", with a `function`, or "custom"' },
);

const chat = z.looseObject({
  messages: z.array(message).min(1).max(10_000),
  n: z.int().min(1).max(128).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  stop: z.union([z.string(), z.array(z.string())], { error: 'must be a text or a list of texts' }).nullish(),
  tools: z.array(tool).max(1000).nullish(),
  tool_choice: z
    .union([z.string(), z.looseObject({ type: z.string() })], { error: 'must be a text or an object with a `type`' })
    .nullish(),
  response_format: z.looseObject({ type: z.string() }).nullish(),
});
const tokens = z.array(z.int());
const embeddings = z.looseObject({
  input: z.union([z.string(), tokens, z.array(z.union([z.string(), tokens]))], {
    error: 'must be a text, a list of token numbers, or a list of either',
  }),
});

/** As much of a request as decides where it can go; the proxies check the rest. `model` is the name in the address, whatever stands here. */
export const simulatedRequest = z.union([chat, embeddings], {
  error: 'must be a body of /v1/chat/completions, with `messages`, or of /v1/embeddings, with `input`',
});

/** The request as a proxy takes it. */
export const askedIn = (request: z.output<typeof simulatedRequest>, model: string): Ask =>
  'messages' in request
    ? { operation: 'chat', body: { ...request, model } as unknown as ChatBody }
    : { operation: 'embeddings', body: { ...request, model } as unknown as EmbeddingsBody };
