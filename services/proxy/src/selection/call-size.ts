import type { Needs } from '@palimpsest/domain';

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
