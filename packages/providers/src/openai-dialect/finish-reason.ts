import type { FinishReason } from '@palimpsest/domain';

/** OpenAI's finish reasons, `function_call` of the old form among them. A word that is not known ends an answer like `stop`. */
export function mapFinishReason(raw: string): FinishReason {
  switch (raw) {
    case 'length':
    case 'tool_calls':
    case 'content_filter':
      return raw;
    case 'function_call':
      return 'tool_calls';
    default:
      return 'stop';
  }
}
