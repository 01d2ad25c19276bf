import type { Capabilities } from '@palimpsest/domain';
import type { ModelTable } from '../model-table.ts';

const chat = { chat: true, embeddings: false, tools: true, images: true } as const;
const textOnly = { ...chat, images: false, audio: false } as const;

/**
 * What the makers' models can do behind OpenRouter; it adds files and schemas to many that lack them. Its own list of models
 * (https://openrouter.ai/api/v1/models) says more of each. Names that no row holds are taken to be able to do anything.
 */
export const modelTable: ModelTable<Capabilities> = {
  version: '2026-11-29',
  families: [
    [['*/*embedding*', '*/*-embed-*'], { can: { chat: false, embeddings: true } }],
    [['openai/gpt-3.5*', 'openai/gpt-4', 'openai/gpt-oss*'], { can: textOnly }],
    [['openai/gpt-4o-audio*', 'openai/gpt-audio*'], { can: { ...textOnly, audio: true } }],
    [
      ['openai/gpt-*', 'openai/o1', 'openai/o3', 'openai/o4*', 'anthropic/claude-*'],
      { can: { ...chat, audio: false } },
    ],
    [['google/gemini-*'], { can: { ...chat, audio: true } }],
    [['deepseek/*', 'mistralai/codestral*', 'mistralai/devstral*'], { can: textOnly }],
  ],
};
