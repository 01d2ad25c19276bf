import type { FinishReason } from '@palimpsest/domain';
import { mapFinishReason as mapOpenAiFinishReason } from '../openai-dialect/finish-reason.ts';

/** OpenRouter normalises to OpenAI's words and adds `error`. https://openrouter.ai/docs/api-reference/overview */
export const mapFinishReason = (raw: string): FinishReason | 'fault' =>
  raw === 'error' ? 'fault' : mapOpenAiFinishReason(raw);
