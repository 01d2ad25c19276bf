import { fail, type Step } from '../../providers/step.ts';

/** An error in Anthropic's envelope. */
export const anthropicFault = (
  status: number,
  type: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  details?: { readonly error_code: string },
): Step =>
  fail(status, {
    headers: { 'request-id': 'req_011XXXX', ...headers },
    body: {
      type: 'error',
      error: { type, message, ...(details === undefined ? {} : { details }) },
      request_id: 'req_011XXXX',
    },
  });
