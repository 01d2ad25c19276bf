/** What models of one family want in other words than OpenAI's, wherever they are served. */
export type FamilyData = {
  /** Globs of the vendor’s own names: under other names (`mistralai/…`) another server serves them, with its own ways. */
  readonly models: readonly string[];
  /** The client's limit on the answer goes out under this name. */
  readonly answerLimit?: 'max_tokens';
  /** Refuses `stream_options` as unknown, and sends usage without being asked. */
  readonly withoutStreamOptions?: true;
  /** The client's `seed` goes out as `random_seed`. */
  readonly randomSeed?: true;
  /** Answers with one choice whatever `n` says. */
  readonly singleChoice?: true;
};

/**
 * Data, not code: a change here is a new version. A name that is in no family goes out as the client sent it.
 * Mistral: https://docs.mistral.ai/api; DeepSeek: https://api-docs.deepseek.com/api/create-chat-completion.
 */
export const modelData: { readonly version: string; readonly families: readonly FamilyData[] } = {
  version: '2026-11-29',
  families: [
    {
      models: ['mistral-*', 'open-mistral-*', 'ministral-*', 'magistral-*', 'codestral-*', 'devstral-*', 'pixtral-*'],
      answerLimit: 'max_tokens',
      withoutStreamOptions: true,
      randomSeed: true,
    },
    { models: ['deepseek-chat', 'deepseek-reasoner'], answerLimit: 'max_tokens', singleChoice: true },
  ],
};
