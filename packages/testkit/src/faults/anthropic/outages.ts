import { send } from '../../providers/step.ts';
import { faultsOf, type Row } from '../fault.ts';
import { answers, blamesNobody } from '../follows.ts';
import { anthropicFault } from './envelope.ts';

const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const stream = (...events: readonly string[]) => send(events.join(''), 'text/event-stream');

const start = event('message_start', {
  type: 'message_start',
  message: {
    id: 'msg_x',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-6',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1 },
  },
});
const text =
  event('content_block_start', { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }) +
  event('content_block_delta', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hel' } });
const overloaded = event('error', {
  type: 'error',
  error: { details: null, type: 'overloaded_error', message: 'Overloaded' },
  request_id: 'req_011X',
});

/** Trouble at the other end. Source: platform.claude.com, "Errors" and "Streaming messages"; anthropics/anthropic-sdk-typescript#616. */
const rows: readonly Row[] = [
  ['an error of the server', anthropicFault(500, 'api_error', 'Internal server error'), blamesNobody('provider')],
  ['a time-out of the server', anthropicFault(504, 'timeout_error', 'Request timed out'), blamesNobody('request')],
  ['no room', anthropicFault(529, 'overloaded_error', 'Overloaded'), blamesNobody('provider-model')],
  ['no room, said by a stream', stream(overloaded), blamesNobody('provider-model'), 'stream'],
  ['no room in the middle of a stream', stream(start, text, overloaded), blamesNobody('provider-model'), 'stream'],
  ['a stream without its end', stream(start, text), blamesNobody('request'), 'stream'],
  [
    'a turn that pauses',
    send(
      JSON.stringify({
        id: 'msg_x',
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-4-6',
        content: [{ type: 'text', text: 'so far' }],
        stop_reason: 'pause_turn',
        stop_sequence: null,
        usage: { input_tokens: 10, output_tokens: 20 },
      }),
      'application/json',
    ),
    answers('stop'),
    'plain',
  ],
];

export const anthropicOutages = faultsOf('Anthropic', 'anthropic', rows);
