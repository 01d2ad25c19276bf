import type { FinishReason } from '@palimpsest/domain';
import { mapFinishReason as mapOpenAiFinishReason } from '../openai-dialect/finish-reason.ts';

/**
 * Words of their own: Mistral's `model_length` and `error` (https://docs.mistral.ai/api), DeepSeek's `insufficient_system_resource`
 * (https://api-docs.deepseek.com/api/create-chat-completion), Together's `eos`.
 */
export function mapFinishReason(raw: string): FinishReason | 'fault' {
  switch (raw) {
    case 'error':
    case 'insufficient_system_resource':
      return 'fault';
    case 'model_length':
      return 'length';
    default:
      return mapOpenAiFinishReason(raw);
  }
}
