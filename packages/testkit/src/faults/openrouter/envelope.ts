import type { JsonObject } from '@palimpsest/domain';
import { fail, type Step } from '../../providers/step.ts';

/** An error in OpenRouter's envelope: the code is the status. */
export const openRouterFault = (
  code: number,
  message: string,
  members: JsonObject = {},
  headers: Readonly<Record<string, string>> = {},
): Step =>
  fail(code, {
    headers: { server: 'cloudflare', ...headers },
    body: { error: { message, code, ...members }, user_id: 'user_X' },
  });
