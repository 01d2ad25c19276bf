import { answer, cutAfter, fail, send, webPage } from '../../providers/step.ts';
import { faultsOf, type Row } from '../fault.ts';
import { answers, blamesNobody } from '../follows.ts';
import { openAiFault } from './envelope.ts';

const page = (title: string): string =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>cloudflare</center>\r\n</body>\r\n</html>\r\n`;

/** Trouble on the way and at the other end. Source: platform.openai.com, "Error codes"; cloudflare.com, "Troubleshooting 5XX errors". */
const rows: readonly Row[] = [
  [
    'an error of the server',
    openAiFault(500, 'The server had an error while processing your request. Sorry about that!', {
      type: 'server_error',
    }),
    blamesNobody('provider'),
  ],
  [
    'no room for this model',
    openAiFault(503, 'The engine is currently overloaded, please try again later', { type: 'server_error' }),
    blamesNobody('provider-model'),
  ],
  [
    'no room for this model, with another status',
    openAiFault(500, 'That model is currently overloaded with other requests.', { type: 'server_error' }),
    blamesNobody('provider-model'),
  ],
  [
    'an error of its edge in JSON',
    fail(403, { body: { title: 'Error 1010: Access denied', status: 403, error_code: 1010, cloudflare_error: true } }),
    blamesNobody('egress'),
  ],
  [
    'a page of its edge in place of the server',
    send(page('502 Bad Gateway'), 'text/html', 502),
    blamesNobody('provider'),
  ],
  [
    'an error that only the edge has a number for',
    send('<!DOCTYPE html>\n<html lang="en-US"><head><title>520: unknown error</title></head></html>', 'text/html', 520),
    blamesNobody('provider'),
  ],
  ['a challenge for browsers', send(page('Just a moment...'), 'text/html; charset=UTF-8', 403), blamesNobody('egress')],
  ['a page that refuses us', webPage(401), blamesNobody('egress')],
  ['a stream without its end', cutAfter(3, 'Hello world and more'), blamesNobody('request'), 'stream'],
  ['an answer that a filter ended', answer({ text: 'The', finish: 'content_filter' }), answers('content_filter')],
];

export const openAiOutages = faultsOf('OpenAI', 'openai', rows);
