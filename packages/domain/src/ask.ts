import type { ChatBody } from './chat.ts';
import type { EmbeddingsBody } from './embeddings.ts';
import type { WrittenBody } from './written-body.ts';

/** What is asked of a model, checked. */
export type Ask =
  /** `written`: the client's own bytes, where that is worth while; the body may have got more messages since. */
  | { readonly operation: 'chat'; readonly body: ChatBody; readonly written?: WrittenBody | undefined }
  | { readonly operation: 'embeddings'; readonly body: EmbeddingsBody };
