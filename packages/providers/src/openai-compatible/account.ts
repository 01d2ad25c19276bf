import { byRefusal } from '../accounts/account-reader.ts';

/** Groq names the organization, xAI the team (console.groq.com/docs/rate-limits; docs.x.ai, "Debugging errors"). The last one is theirs. */
export const account = byRefusal(
  () => undefined,
  [/.*\bin organization `(org[-_]\w{3,64})`/is, /.*\bteam ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/is],
);
