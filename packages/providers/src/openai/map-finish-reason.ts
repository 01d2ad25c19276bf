export { mapFinishReason } from '../openai-dialect/finish-reason.ts';
