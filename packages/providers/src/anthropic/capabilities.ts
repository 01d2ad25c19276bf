import type { Provider } from '../provider.ts';
import { modelData } from './model-data.ts';

/** A schema is kept to where the model knows structured outputs; elsewhere it is only told in words. */
export const capabilities: Provider['capabilities'] = (model) => {
  const data = modelData(model);
  const always = { embeddings: false, audio: false };
  if (data === undefined) return { can: always };
  return {
    can: {
      ...always,
      chat: true,
      tools: true,
      images: true,
      files: data.documents,
      json_schema: data.structuredOutput,
      reasoning: data.thinking !== 'none',
    },
    contextLength: data.window,
  };
};
