import { errorBody } from '../../providers/openai/error-body.ts';
import { fail, type Step } from '../../providers/step.ts';

/** An error in OpenAI's envelope. */
export const openAiFault = (
  status: number,
  message: string,
  members: { readonly type?: string; readonly param?: string | null; readonly code?: string | null } = {},
  headers: Readonly<Record<string, string>> = {},
): Step => fail(status, { headers, body: errorBody(message, members) });
