import type { JsonObject } from './json.ts';

/** One text, or one text as the model's own tokens. */
export type EmbeddingInput = string | readonly number[];

/** The canonical embeddings request is OpenAI's own shape, validated. Unknown fields stay where they were. */
export type EmbeddingsBody = JsonObject & {
  readonly model: string;
  /** One input or several. */
  readonly input: EmbeddingInput | readonly EmbeddingInput[];
  /** Length of the vectors, for models that can shorten them. */
  readonly dimensions?: number | null;
  readonly encoding_format?: 'float' | 'base64' | null;
};

/** One call as it goes to one upstream. */
export type EmbeddingsCall = {
  readonly body: EmbeddingsBody;
  /** The upstream's own name of the model. */
  readonly model: string;
};

/** The inputs one by one: an array of numbers is one input, an array of anything else holds several. */
export function inputsOf({ input }: EmbeddingsBody): readonly EmbeddingInput[] {
  if (typeof input === 'string' || input.length === 0) return typeof input === 'string' ? [input] : [];
  return input.every((entry) => typeof entry === 'number') ? [input] : input;
}
