export { convertUsage } from '../openai-dialect/usage.ts';
