/** What a request may need of a model, in the words that `GET /v1/models` uses. */
export const capabilityNames = [
  'chat',
  'embeddings',
  'tools',
  'images',
  'audio',
  'files',
  'json_schema',
  'reasoning',
] as const;
export type CapabilityName = (typeof capabilityNames)[number];

/** What is known of a model. What is not said is not known, and nothing is ever excluded for it. */
export type Capabilities = {
  readonly can: Readonly<Partial<Record<CapabilityName, boolean>>>;
  /** Tokens of prompt and answer together. */
  readonly contextLength?: number;
};
