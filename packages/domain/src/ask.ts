import type { ChatBody } from './chat.ts';
import type { EmbeddingsBody } from './embeddings.ts';

/** What is asked of a model, checked. */
export type Ask =
  | { readonly operation: 'chat'; readonly body: ChatBody }
  | { readonly operation: 'embeddings'; readonly body: EmbeddingsBody };
