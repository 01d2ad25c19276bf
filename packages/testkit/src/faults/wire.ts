import { gzipSync } from 'node:zlib';
import { answer, cutAfter, type Step, send, webPage } from '../providers/step.ts';
import { faultsOf, type Row } from './fault.ts';
import { answers, blamesNobody, runsOut, sleeps } from './follows.ts';

const chunk = (members: object): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-x', object: 'chat.completion.chunk', created: 1, model: 'm', ...members })}\n\n`;
const whole = {
  id: 'chatcmpl-x',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
};

const encoded = (encoding: string, body: Uint8Array): Step => ({
  do: 'send',
  status: 200,
  headers: { 'content-type': 'application/json', 'content-encoding': encoding },
  body,
});
const limited = (encoding: string, body: Uint8Array): Step => ({
  do: 'send',
  status: 429,
  headers: { 'content-type': 'application/json', 'content-encoding': encoding, 'retry-after': '20' },
  body,
});
const noCredit = gzipSync(JSON.stringify({ error: { message: 'x', code: 'insufficient_quota' } }));
const zipped = gzipSync(JSON.stringify(whole));

/** What any upstream may do to the bytes. Sources: nodejs.org, "HTTP" and "zlib"; undici.nodejs.org, "Errors". */
const rows: readonly Row[] = [
  [
    'a connection that dies in the middle of a stream',
    cutAfter(2, 'Hello world', 'reset'),
    blamesNobody('request'),
    'stream',
  ],
  [
    'an answer that is cut',
    send('{"id":"chatcmpl-x","choices":[{"message":{"role":"assistant","content":"Hel', 'application/json'),
    blamesNobody('request'),
    'plain',
  ],
  ['an answer in place of a stream', answer('Hi', { as: 'plain' }), answers('stop'), 'stream'],
  ['a stream in place of an answer', answer('Hi', { as: 'stream' }), answers('stop'), 'plain'],
  ['a login page in place of an answer', webPage(200), blamesNobody('provider')],
  ['a login page in place of a stream', webPage(200), blamesNobody('provider'), 'stream'],
  [
    'a page that forbids',
    send('<html><body>Access denied by policy</body></html>', 'text/html', 403),
    blamesNobody('egress'),
  ],
  [
    'a page that forbids, and says it is JSON',
    send('<html><body>Access denied by policy</body></html>', 'application/json', 401),
    blamesNobody('egress'),
  ],
  ['a proxy that wants a password', send('', 'text/plain', 407), blamesNobody('egress')],
  [
    'a redirect',
    { do: 'send', status: 301, headers: { location: 'https://other.example/' }, body: '' },
    blamesNobody('provider'),
  ],
  ['a compressed answer', encoded('gzip', zipped), answers('stop'), 'plain'],
  [
    'a compressed answer that is cut',
    encoded('gzip', zipped.subarray(0, zipped.length / 2)),
    blamesNobody('request'),
    'plain',
  ],
  ['an answer in an encoding that nobody asked for', encoded('zstd', zipped), blamesNobody('provider'), 'plain'],
  ['a compressed refusal', limited('gzip', noCredit), runsOut(20)],
  ['a compressed refusal that is cut', limited('gzip', noCredit.subarray(0, 12)), sleeps(20, 'key')],
  ['a refusal that says it is compressed', limited('gzip', Buffer.from('{"error":"slow"}')), sleeps(20, 'key')],
  ['a refusal in an encoding that nobody asked for', limited('zstd', noCredit), sleeps(20, 'key')],
  [
    'lines of nothing before an answer',
    send(`\n\n\n\n${JSON.stringify(whole)}`, 'application/json'),
    answers('stop'),
    'plain',
  ],
  [
    'a first chunk without a choice',
    send(
      chunk({
        id: '',
        model: '',
        choices: [],
        prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }],
      }) +
        chunk({ choices: [{ index: 0, delta: { role: 'assistant', content: 'Hi' }, finish_reason: null }] }) +
        chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
      'text/event-stream',
    ),
    answers('stop'),
    'stream',
  ],
  [
    'an answer that is no answer',
    send('{"success":false,"message":"no channel"}', 'application/json'),
    blamesNobody('provider'),
    'plain',
  ],
];

export const wire = faultsOf('Wire', 'openai', rows);
