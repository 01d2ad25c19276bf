import type { Json } from '@palimpsest/domain';
import { send } from '../../providers/step.ts';
import { faultsOf, type Row } from '../fault.ts';
import { answers, blamesNobody, flaky } from '../follows.ts';
import { geminiFault } from './envelope.ts';

const said = (body: Json) => send(JSON.stringify(body), 'application/json; charset=UTF-8');
const candidate = (members: object, usage: object = { promptTokenCount: 20, totalTokenCount: 20 }) =>
  said({ candidates: [{ index: 0, ...members }], usageMetadata: usage } as Json);

/** Trouble at the other end, and answers that look like it. Sources: ai.google.dev, "Troubleshooting"; BerriAI/litellm#40477; AstrBotDevs/AstrBot#6735. */
const rows: readonly Row[] = [
  ['an error of the server', geminiFault(500, 'An internal error has occurred.'), blamesNobody('provider')],
  ['no room', geminiFault(503, 'The model is overloaded. Please try again later.'), blamesNobody('provider-model')],
  [
    'a deadline at the other end',
    geminiFault(504, 'The service was unable to finish processing within the deadline.'),
    blamesNobody('request'),
  ],
  ['a call that was cancelled there', geminiFault(499, 'The operation was cancelled.'), blamesNobody('request')],
  [
    'a page that refuses us',
    send(
      '<html><head><title>Sorry...</title></head><body>our systems have detected unusual traffic from your computer network</body></html>',
      'text/html',
      403,
    ),
    blamesNobody('egress'),
  ],
  [
    'an answer of nothing',
    candidate({ content: { role: 'model' }, finishReason: 'STOP' }),
    blamesNobody('request'),
    'plain',
  ],
  [
    'a prompt that is blocked',
    said({
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
      usageMetadata: { promptTokenCount: 120, totalTokenCount: 120 },
      modelVersion: 'gemini-2.5-flash',
    }),
    answers('content_filter'),
    'plain',
  ],
  [
    'an answer that would recite',
    candidate({ finishReason: 'RECITATION', citationMetadata: { citationSources: [] } }),
    answers('content_filter'),
    'plain',
  ],
  ['an answer that ends for other reasons', candidate({ finishReason: 'OTHER' }), answers('content_filter'), 'plain'],
  [
    'an answer whose thoughts took all the room',
    candidate(
      { content: { role: 'model' }, finishReason: 'MAX_TOKENS' },
      { promptTokenCount: 12, thoughtsTokenCount: 1021, totalTokenCount: 1033 },
    ),
    answers('length'),
    'plain',
  ],
  [
    'a call that the model wrote badly',
    candidate({ finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'Malformed function call: print(…)' }),
    flaky,
    'plain',
  ],
];

export const geminiOutages = faultsOf('Gemini', 'gemini', rows);
