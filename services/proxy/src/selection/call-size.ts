import { answerLimit, mostTokens, type Needs } from '@palimpsest/domain';
import type { Ask } from '../inbound.ts';

/** What is known of the size of a call before it is made. Tokens. */
export type CallSize = {
  readonly promptTokens: number;
  /** The most that the answer may take by the client's own limit; `undefined`: it gave none. */
  readonly answerTokens: number | undefined;
};

/**
 * What a call is expected to take of limits that providers told. Tokens together are counted by providers as they are asked for, with the
 * client's limit of the answer (platform.openai.com, "Rate limits"); tokens of answers as they come, so the mean of a request stands for them.
 */
export function paceNeeds({ promptTokens, answerTokens }: CallSize, meanTokens: number): Needs {
  const usual = Math.ceil(meanTokens);
  return {
    requests: 1,
    tokens: promptTokens + (answerTokens ?? usual),
    'input-tokens': promptTokens,
    'output-tokens': Math.min(answerTokens ?? usual, usual),
  };
}

/** The client's own limit of the answer, for all choices asked for, as far as a model can go. */
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
