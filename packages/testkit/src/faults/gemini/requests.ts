import { faultsOf, type Row } from '../fault.ts';
import { refuses } from '../follows.ts';
import { geminiFault } from './envelope.ts';

const rejected = (what: string, message: string, param: string | null, code: string | null = null): Row => [
  what,
  geminiFault(400, message),
  refuses(400, code, param),
];

/** What the request itself has wrong. Sources: ai.google.dev, "Troubleshooting", "Thought signatures"; google-gemini/gemini-cli#17208. */
const rows: readonly Row[] = [
  rejected(
    'a call without its signature',
    'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly.',
    'messages',
  ),
  rejected(
    'a call in the wrong place',
    'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
    'messages',
  ),
  rejected(
    'a budget that the model does not take',
    'The thinking budget (52428) is invalid. Please choose a value between 128 and 32768.',
    'reasoning_effort',
  ),
  rejected(
    'an address in place of a file',
    'Unsupported file URI type: http://127.0.0.1:8080/a.png. File URI must be a File API, Youtube, or HTTPS.',
    'messages',
  ),
  rejected('a type that is none', 'Unsupported MIME type: png', 'messages'),
  rejected(
    'a prompt that is too long',
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    'messages',
    'context_length_exceeded',
  ),
];

export const geminiRequests = faultsOf('Gemini', 'gemini', rows);
