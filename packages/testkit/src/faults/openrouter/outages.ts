import { send } from '../../providers/step.ts';
import { faultsOf, type Row } from '../fault.ts';
import { blamesNobody } from '../follows.ts';
import { openRouterFault } from './envelope.ts';

const said = (body: object) => send(JSON.stringify(body), 'application/json');

/** Trouble at the other end and behind it. Source: openrouter.ai, "Errors" and "Streaming"; BerriAI/litellm#8448. */
const rows: readonly Row[] = [
  [
    'an error of the server',
    openRouterFault(500, 'Internal Server Error', { metadata: { error_type: 'server' } }),
    blamesNobody('provider'),
  ],
  [
    'an error of whom it asked',
    openRouterFault(502, 'Provider returned error', {
      metadata: {
        raw: 'upstream connect error or disconnect/reset before headers',
        provider_name: 'X',
        error_type: 'provider_unavailable',
      },
    }),
    blamesNobody('provider-model'),
  ],
  [
    'nobody to ask',
    openRouterFault(
      503,
      'There is no available model provider that meets your routing requirements',
      { metadata: { error_type: 'provider_overloaded' } },
      { 'retry-after': '10' },
    ),
    blamesNobody('provider-model'),
  ],
  [
    'an error that calls itself an answer',
    said({
      error: {
        message: 'Provider returned error',
        code: 429,
        metadata: { raw: 'error code: 1015', provider_name: 'Google AI Studio' },
      },
    }),
    blamesNobody('provider-model'),
    'plain',
  ],
  [
    'an error in a choice',
    said({
      id: 'gen-x',
      object: 'chat.completion',
      model: 'x/y',
      provider: 'Z',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Partial' },
          finish_reason: 'error',
          native_finish_reason: 'error',
          error: { code: 502, message: 'Upstream error from Z', metadata: { error_type: 'provider_unavailable' } },
        },
      ],
      usage: { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 },
    }),
    blamesNobody('provider-model'),
    'plain',
  ],
  [
    'an error in the middle of a stream',
    send(
      ': OPENROUTER PROCESSING\n\ndata: {"id":"gen-x","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":"Par"},"finish_reason":null}]}\n\ndata: {"id":"gen-x","object":"chat.completion.chunk","error":{"code":502,"message":"Provider disconnected","metadata":{"error_type":"provider_unavailable"}},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}\n\ndata: [DONE]\n\n',
      'text/event-stream',
    ),
    blamesNobody('provider-model'),
    'stream',
  ],
];

export const openRouterOutages = faultsOf('OpenRouter', 'openrouter', rows);
