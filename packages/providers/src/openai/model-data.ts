import type { Capabilities } from '@palimpsest/domain';
import type { ModelTable } from '../model-table.ts';

/** What one family of OpenAI's models takes and can do. */
export type ModelData = Capabilities & {
  /** Refuses `max_tokens` and wants `max_completion_tokens`. */
  readonly renamesLimit?: true;
  /**
   * Refuses every sampling parameter but its own: always, or unless the effort is `none`, which is also what these models take
   * where none is given.
   */
  readonly ownSampling?: 'always' | 'while-reasoning';
  /** Refuses `stop`. */
  readonly withoutStop?: true;
  /** Refuses tools beside an effort other than `none` in this API. */
  readonly toolsWithoutEffort?: true;
};

const chat = {
  chat: true,
  embeddings: false,
  tools: true,
  images: true,
  audio: false,
  files: true,
  json_schema: true,
  reasoning: false,
} as const;
const textOnly = { ...chat, images: false, files: false } as const;
const reasons = { ...chat, reasoning: true } as const;
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
const speaks = { ...textOnly, audio: true, json_schema: false } as const;

/**
 * Characters of a function's description; longer ones were answered with 400 `string_above_max_length` (OpenHands/OpenHands#7167). Some
 * models take more by now (run-llama/llama_index#18784), which is told nowhere.
 */
export const longestDescription = 1024;

const o = { renamesLimit: true, ownSampling: 'always' } as const;

/**
 * Sources: platform.openai.com/docs, "Models", "Reasoning", "Structured outputs", "Chat completions"; `max_tokens` and `stop` also in
 * openai/openai-openapi; efforts beside tools in pipecat-ai/pipecat#4043.
 */
export const modelTable: ModelTable<ModelData> = {
  version: '2026-11-29',
  families: [
    [['text-embedding-*'], { can: embeds, contextLength: 8191 }],
    [['gpt-3.5-turbo*'], { can: { ...textOnly, json_schema: false }, contextLength: 16_385 }],
    [
      ['gpt-4-turbo*', 'gpt-4-vision*', 'gpt-4-1106*', 'gpt-4-0125*'],
      { can: { ...chat, files: false, json_schema: false }, contextLength: 128_000 },
    ],
    [['gpt-4o-audio*', 'gpt-4o-mini-audio*', 'gpt-audio*'], { can: speaks, contextLength: 128_000 }],
    [['gpt-4o-2024-05-13'], { can: { ...chat, json_schema: false }, contextLength: 128_000 }],
    [['gpt-4o-search*', 'gpt-4o-mini-search*'], { can: { ...textOnly, tools: false }, contextLength: 128_000 }],
    [['gpt-4o*'], { can: chat, contextLength: 128_000 }],
    [['chatgpt-4o*'], { can: { ...chat, tools: false, json_schema: false }, contextLength: 128_000 }],
    [['gpt-4.1*'], { can: chat, contextLength: 1_047_576 }],
    [['gpt-4.5*'], { can: chat, contextLength: 128_000 }],
    [['gpt-4', 'gpt-4-0*'], { can: { ...textOnly, json_schema: false }, contextLength: 8192 }],
    [
      ['o1-mini*', 'o1-preview*'],
      { ...o, can: { ...textOnly, tools: false, json_schema: false, reasoning: true }, contextLength: 128_000 },
    ],
    [['o1', 'o1-*'], { ...o, can: reasons, contextLength: 200_000 }],
    [['o3-mini*'], { ...o, can: { ...textOnly, reasoning: true }, contextLength: 200_000 }],
    [['o3', 'o3-*', 'o4-mini*'], { ...o, can: reasons, withoutStop: true, contextLength: 200_000 }],
    [['gpt-5-chat*', 'gpt-5.*-chat*'], { can: chat, renamesLimit: true, contextLength: 128_000 }],
    [['gpt-5', 'gpt-5-*'], { ...o, can: reasons, contextLength: 400_000 }],
    [
      ['gpt-5.1*', 'gpt-5.2*', 'gpt-5.3*'],
      { can: reasons, renamesLimit: true, ownSampling: 'while-reasoning', contextLength: 400_000 },
    ],
    [
      ['gpt-5.*', 'gpt-6*'],
      { can: reasons, renamesLimit: true, ownSampling: 'while-reasoning', toolsWithoutEffort: true },
    ],
    [['o4*'], { ...o, can: reasons }],
  ],
};
