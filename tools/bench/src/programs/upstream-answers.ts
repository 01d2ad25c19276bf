/** What the bench's upstream says, as whole HTTP answers. */

// As OpenAI sends them, of limits that nobody reaches: a gateway that learns from them has its work.
const limits = [
  'x-ratelimit-limit-requests: 100000000',
  'x-ratelimit-remaining-requests: 99999999',
  'x-ratelimit-reset-requests: 1ms',
].join('\r\n');

const usage = { prompt_tokens: 42, completion_tokens: 58, total_tokens: 100 };
const head = { id: 'chatcmpl-Bx7Pq2mVn4Rt6Ys8Wd0Zf1Gh', created: 1_790_000_000, model: 'bench-plain' };

const http = (type: string, length: string): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\n${limits}\r\n${length}\r\n\r\n`;

const whole = (body: string): Buffer =>
  Buffer.from(`${http('application/json', `content-length: ${Buffer.byteLength(body)}`)}${body}`);

/** A `chat.completion` of about a kilobyte. */
export const plainAnswer = whole(
  JSON.stringify({
    ...head,
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'A page whose first writing still shows. '.repeat(16), refusal: null },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage,
    service_tier: 'default',
    system_fingerprint: 'fp_0123456789',
  }),
);

/**
 * One key's own limit, reached for a moment. It tells the same limits as the answers do: a smaller one would be held against the key's other
 * calls, and they would look for a key that has room.
 */
export const refusal = Buffer.from(
  refusedWith(
    JSON.stringify({
      error: {
        message: 'Rate limit reached for bench-refused-once. Please try again in 200ms.',
        type: 'requests',
        param: null,
        code: 'rate_limit_exceeded',
      },
    }),
  ),
);

function refusedWith(body: string): string {
  const head = ['HTTP/1.1 429 Too Many Requests', 'content-type: application/json', 'retry-after-ms: 200', limits];
  return `${head.join('\r\n')}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** For the collector of traces that the upstream also is. */
export const accepted = whole('{}');

/** The text of one streamed piece. */
export const piece = ' stone';

const frame = (body: object): string => {
  const text = `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', service_tier: 'default', system_fingerprint: 'fp_0123456789', ...body })}\n\n`;
  return chunked(text);
};
const chunked = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const choice = (delta: object, finish: string | null): object => ({
  choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  usage: null,
  obfuscation: 'Xk4T9q',
});

/** A stream of `events` pieces, each frame a chunk of its own, in two parts: what comes before the `pause`, and the rest. */
export function streamAnswer(events: number, pauseAfter: number): readonly [Buffer, Buffer] {
  const frames = [
    frame(choice({ role: 'assistant', content: '', refusal: null }, null)),
    ...Array.from({ length: events }, () => frame(choice({ content: piece }, null))),
  ];
  const end = [frame(choice({}, 'stop')), frame({ choices: [], usage }), chunked('data: [DONE]\n\n'), '0\r\n\r\n'];
  return [
    Buffer.from(http('text/event-stream', 'transfer-encoding: chunked') + frames.slice(0, pauseAfter).join('')),
    Buffer.from([...frames.slice(pauseAfter), ...end].join('')),
  ];
}
