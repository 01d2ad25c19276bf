import { byRefusal } from '../accounts/account-reader.ts';

/** Beside the error stands whose key it is (openrouter.ai/docs/api-reference/errors). */
export const account = byRefusal(({ user_id: user }) => user, []);
