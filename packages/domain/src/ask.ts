import { answerLimit, type ChatBody } from './chat.ts';
import type { EmbeddingsBody } from './embeddings.ts';
import { mostTokens } from './usage.ts';
import type { WrittenOnce } from './written-body.ts';

/** What is asked of a model, checked. */
export type Ask =
  /** `bytes` are the client's own, where that is worth while; the body may have got more messages since. */
  | { readonly operation: 'chat'; readonly body: ChatBody; readonly bytes?: WrittenOnce | undefined }
  | { readonly operation: 'embeddings'; readonly body: EmbeddingsBody };

/** The client's own limit of the answer, for all choices asked for, as far as a model can go, tokens; `undefined`: it gave none. */
export function answerTokensOf(ask: Ask): number | undefined {
  switch (ask.operation) {
    case 'chat': {
      const limit = answerLimit(ask.body);
      return limit === undefined ? undefined : Math.min(limit * (ask.body.n ?? 1), mostTokens);
    }
    case 'embeddings':
      return 0;
  }
}
