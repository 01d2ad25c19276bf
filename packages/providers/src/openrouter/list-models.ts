export { listModels, readModels } from '../openai-dialect/model-list.ts';
