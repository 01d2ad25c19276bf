import type { Capabilities } from '@palimpsest/domain';

/** What one family of models takes. Data, not code: a new family is a new row. */
export type ModelData = {
  /** Presence and frequency penalties; refused elsewhere with "Penalty is not enabled". */
  readonly penalties: boolean;
  /** `budget`: tokens between `min` and `max`, and whether 0 switches it off; `level`: words. */
  readonly thinking:
    | { readonly by: 'budget'; readonly min: number; readonly max: number; readonly canBeOff: boolean }
    | { readonly by: 'level'; readonly levels: readonly ThinkingLevel[] }
    | undefined;
  /** Takes a system instruction of its own. */
  readonly systemInstruction: boolean;
  /** Takes a JSON answer form beside functions. */
  readonly formatBesideTools: boolean;
  /** Refuses a function call in the history that comes without its thought signature. */
  readonly signedCalls: boolean;
  /** Takes schemas of functions and answers as JSON schema, beside the API's own subset of OpenAPI. */
  readonly jsonSchema: boolean;
  /** Tells log probabilities; refused elsewhere with "Logprobs is not enabled". */
  readonly logprobs: boolean;
  readonly capabilities: Capabilities;
};

export type ThinkingLevel = 'MINIMAL' | 'LOW' | 'MEDIUM' | 'HIGH';

const chat = {
  chat: true,
  embeddings: false,
  tools: true,
  images: true,
  audio: true,
  files: true,
  json_schema: true,
  reasoning: true,
} as const;
const noTools = { ...chat, tools: false, json_schema: false, reasoning: false } as const;
/** Which of them see depends on the size. */
const gemma = {
  chat: true,
  embeddings: false,
  tools: false,
  audio: false,
  files: false,
  json_schema: false,
  reasoning: false,
} as const;
const embeds = {
  chat: false,
  embeddings: true,
  tools: false,
  images: false,
  audio: false,
  files: false,
  json_schema: false,
  reasoning: false,
} as const;

const million = 1_048_576;

const older = {
  penalties: true,
  thinking: undefined,
  systemInstruction: true,
  formatBesideTools: false,
  signedCalls: false,
  jsonSchema: false,
  logprobs: false,
  capabilities: { can: { ...chat, reasoning: false }, contextLength: million },
} as const satisfies ModelData;

const gemini25 = {
  ...older,
  penalties: false,
  thinking: { by: 'budget', min: 0, max: 24_576, canBeOff: true },
  jsonSchema: true,
  capabilities: { can: chat, contextLength: million },
} as const satisfies ModelData;

const gemini3 = {
  ...gemini25,
  thinking: { by: 'level', levels: ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH'] },
  formatBesideTools: true,
  signedCalls: true,
} as const satisfies ModelData;

/**
 * The first pattern that matches decides; `version` is the day on which the rows were compared with their sources. Sources: ai.google.dev, "Thinking", "Thought signatures", "Structured output";
 * penalties: google-gemini/cookbook#1290, BerriAI/litellm#16907 and #32273.
 */
export const modelTable: { readonly version: string; readonly families: readonly (readonly [RegExp, ModelData])[] } = {
  version: '2026-11-29',
  families: [
    [
      /^(?:gemini-embedding|text-embedding|embedding)-/,
      { ...older, capabilities: { can: embeds, contextLength: 2048 } },
    ],
    [
      /^gemma-/,
      {
        ...older,
        penalties: false,
        systemInstruction: false,
        capabilities: { can: gemma, contextLength: 131_072 },
      },
    ],
    [
      /^gemini-[\d.]+-(?:flash|pro)-(?:image|preview-tts|tts)/,
      { ...gemini25, thinking: undefined, capabilities: { can: noTools } },
    ],
    [/^(?:gemini-1|gemini-2\.0-flash-lite)/, { ...older, penalties: false }],
    [/^gemini-2\.0-flash/, { ...older, logprobs: true }],
    [/^gemini-2\.0/, older],
    [/^gemini-2\.5-pro/, { ...gemini25, thinking: { by: 'budget', min: 128, max: 32_768, canBeOff: false } }],
    [/^gemini-2\.5-flash-lite/, { ...gemini25, thinking: { by: 'budget', min: 512, max: 24_576, canBeOff: true } }],
    [/^gemini-2\.5/, gemini25],
    [/^gemini-3-pro/, { ...gemini3, thinking: { by: 'level', levels: ['LOW', 'HIGH'] } }],
    [/^gemini-\d[\d.]*-pro/, { ...gemini3, thinking: { by: 'level', levels: ['LOW', 'MEDIUM', 'HIGH'] } }],
  ],
};

const unknown: ModelData = { ...gemini3, capabilities: { can: {} } };

/** Models that no row names are taken for the newest, of which nothing is excluded. */
export const modelData = (model: string): ModelData => {
  const name = model.replace(/^models\//, '');
  return (
    modelTable.families.find(([pattern]) => pattern.test(name))?.[1] ?? (/^gemini-\d/.test(name) ? gemini3 : unknown)
  );
};
