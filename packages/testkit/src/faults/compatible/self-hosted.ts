import { fail, send } from '../../providers/step.ts';
import { type Fault, faultsOf, type Row } from '../fault.ts';
import { blamesNobody, doubts, lacksModel, refusedHere, refuses, sleeps } from '../follows.ts';
import { openAiFault } from '../openai/envelope.ts';

/** Source: github.com/ollama/ollama, docs/openai.md and docs/api.md. */
const ollama: readonly Row[] = [
  [
    'a model that nobody fetched',
    openAiFault(404, 'model "llama9" not found, try pulling it first', { type: 'api_error' }),
    lacksModel,
  ],
  [
    'a model that fell over',
    openAiFault(500, 'llama runner process has terminated: exit status 2', { type: 'api_error' }),
    blamesNobody('provider'),
  ],
  [
    'an error in lines of JSON',
    send(
      '{"model":"x","message":{"role":"assistant","content":"Hel"},"done":false}\n{"error":"an error was encountered while running the model: unexpected EOF"}\n',
      'application/x-ndjson',
    ),
    blamesNobody('provider'),
    'stream',
  ],
];

/** Source: docs.vllm.ai, "OpenAI-compatible server"; github.com/ggml-org/llama.cpp, tools/server. */
const server: readonly Row[] = [
  [
    'a prompt that is too long, with a status for a code',
    fail(400, {
      body: {
        object: 'error',
        message:
          "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens in the messages.",
        type: 'BadRequestError',
        param: null,
        code: 400,
      },
    }),
    refuses(400, 'context_length_exceeded', 'messages'),
  ],
  [
    'a prompt that is too long, in numbers alone',
    fail(400, {
      body: { error: { code: 400, message: 'the prompt has 49500 tokens and the model allows 49152', type: 'x' } },
    }),
    refuses(400, 'context_length_exceeded', 'messages'),
  ],
  ['an error in plain text', send('Internal Server Error', 'text/plain', 500), blamesNobody('provider')],
  ['a path that does not exist', fail(404, { body: { detail: 'Not Found' } }), refusedHere('provider')],
  [
    'a path that does not exist, in plain text',
    send('404 page not found\n', 'text/plain', 404),
    refusedHere('provider'),
  ],
  [
    'a model that is loading',
    openAiFault(503, 'Loading model', { type: 'unavailable_error' }),
    blamesNobody('provider-model'),
  ],
  ['a limit without a body', send('', 'text/plain', 429), sleeps('the cooldown', 'key')],
  ['a 401 without a body', send('', 'text/plain', 401), doubts()],
  [
    'a list of faults',
    fail(422, {
      body: { detail: [{ loc: ['body', 'messages'], msg: 'field required', type: 'value_error.missing' }] },
    }),
    refuses(422, null),
  ],
];

export const selfHosted: readonly Fault[] = [
  ...faultsOf('Ollama', 'openai_compatible', ollama),
  ...faultsOf('Own server', 'openai_compatible', server),
];
