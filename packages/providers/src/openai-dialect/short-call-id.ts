import { hashedId } from '../conversation/hashed-id.ts';

/** OpenAI takes ids of calls of up to 40 characters; vLLM's have 46 (anomalyco/opencode#1680). */
export const shortCallId = (id: string): string => (id.length <= 40 ? id : `call_${hashedId(id, 24)}`);
