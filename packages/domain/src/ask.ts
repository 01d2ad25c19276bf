import type { ChatBody } from './chat.ts';
import type { EmbeddingsBody } from './embeddings.ts';
import type { WrittenOnce } from './written-body.ts';

/** What is asked of a model, checked. */
export type Ask =
  /** `bytes` are the client's own, where that is worth while; the body may have got more messages since. */
  | { readonly operation: 'chat'; readonly body: ChatBody; readonly bytes?: WrittenOnce | undefined }
  | { readonly operation: 'embeddings'; readonly body: EmbeddingsBody };
