/** What one family of models takes. Data, not code: a new family is a new row. */
export type ModelData = {
  /** Tokens; sent as `max_tokens`, which the API demands, where the client gave no limit. */
  readonly maxOutput: number;
  /** Tokens of prompt and answer together. */
  readonly window: number;
  /** `both`: temperature and top_p together; `either`: one of them; `none`: any value but the default is refused. */
  readonly sampling: 'both' | 'either' | 'none';
  /** `always`: adaptive, and cannot be switched off. */
  readonly thinking: 'none' | 'budget' | 'adaptive' | 'always';
  /** Takes the efforts above `high`. */
  readonly highEfforts: boolean;
  /** Takes an unfinished assistant message at the end. */
  readonly prefill: boolean;
  /** Takes `output_config.format`. */
  readonly structuredOutput: boolean;
  /** Reads PDF documents. */
  readonly documents: boolean;
};

const claude3 = {
  maxOutput: 4096,
  window: 200_000,
  sampling: 'both',
  thinking: 'none',
  highEfforts: false,
  prefill: true,
  structuredOutput: false,
  documents: true,
} as const satisfies ModelData;
const claude4 = { ...claude3, maxOutput: 64_000, thinking: 'budget' } as const satisfies ModelData;
const claude45 = { ...claude4, sampling: 'either', structuredOutput: true } as const satisfies ModelData;
const claude46 = { ...claude45, maxOutput: 128_000, thinking: 'adaptive', prefill: false } as const satisfies ModelData;
const claude47 = { ...claude46, sampling: 'none', highEfforts: true } as const satisfies ModelData;
const claude5 = { ...claude47, window: 1_000_000 } as const satisfies ModelData;

/**
 * The first pattern that matches decides; `version` is the day on which the rows were compared with their sources. Sources: platform.claude.com, "Models overview", "Migration guide", "Structured outputs", "Effort";
 * answer limits of 4.6 to 4.8 also in Effect-TS/effect#7129, refused sampling in UKGovernmentBEIS/inspect_ai#3721.
 */
export const modelTable: { readonly version: string; readonly families: readonly (readonly [RegExp, ModelData])[] } = {
  version: '2026-11-29',
  families: [
    [/^claude-3-(?:opus|sonnet|haiku)/, { ...claude3, documents: false }],
    [/^claude-3-5-/, { ...claude3, maxOutput: 8192 }],
    [/^claude-3-7-/, claude4],
    [/^claude-opus-4-1/, { ...claude4, maxOutput: 32_000, structuredOutput: true }],
    [/^claude-opus-4-(?:0|2025)/, { ...claude4, maxOutput: 32_000 }],
    [/^claude-sonnet-4-(?:0|2025)/, claude4],
    [/^claude-(?:opus|sonnet|haiku)-4-5/, claude45],
    [/^claude-(?:opus|sonnet|haiku)-4-6/, claude46],
    [/^claude-(?:opus|sonnet|haiku)-4-\d/, claude47],
    [/^claude-(?:fable|mythos)-/, { ...claude5, thinking: 'always' }],
    [/^claude-opus-5-5/, { ...claude5, thinking: 'always' }],
    [/^claude-/, claude5],
  ],
};

/** `undefined` for a model of another maker behind the same API. */
export const modelData = (model: string): ModelData | undefined =>
  modelTable.families.find(([pattern]) => pattern.test(model))?.[1];
