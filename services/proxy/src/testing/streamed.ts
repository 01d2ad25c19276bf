type Chunk = {
  readonly error?: { readonly code: string; readonly message: string };
  readonly choices?: readonly {
    readonly delta: { readonly content?: string; readonly tool_calls?: readonly object[] };
    readonly finish_reason: string | null;
  }[];
};

/** The `data:` events of a streamed answer, without `[DONE]`. */
export const chunksOf = (body: string): readonly Chunk[] =>
  body
    .split('\n\n')
    .filter((block) => block.startsWith('data: {'))
    .map((block) => JSON.parse(block.slice(6)) as Chunk);

/** The text of its first choice. */
export const textOf = (body: string): string =>
  chunksOf(body)
    .map(({ choices }) => choices?.[0]?.delta.content ?? '')
    .join('');

/** Every finish reason that it tells. */
export const finishesOf = (body: string): readonly string[] =>
  chunksOf(body).flatMap(({ choices }) => choices?.flatMap((choice) => choice.finish_reason ?? []) ?? []);
