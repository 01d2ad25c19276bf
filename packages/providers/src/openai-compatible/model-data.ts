import type { Capabilities } from '@palimpsest/domain';
import type { ChatParameter } from '../parameters/chat-parameters.ts';

/** What one vendor's servers want in other words than OpenAI's. */
export type FamilyData = {
  readonly title: string;
  /** Globs of hosts. */
  readonly hosts: readonly string[];
  /** Globs of the vendor's own names of models: they tell it where the host does not, behind a proxy of one's own. */
  readonly models: readonly string[];
  /** The client's limit on the answer goes out under this name. */
  readonly answerLimit?: 'max_tokens';
  /** Refuses `stream_options` as unknown, and sends usage without being asked. */
  readonly withoutStreamOptions?: true;
  /** The client's `seed` goes out as `random_seed`. */
  readonly randomSeed?: true;
  /** Answers with one choice whatever `n` says, or refuses it. */
  readonly singleChoice?: true;
  /** Refuses these, which only tune. */
  readonly drops?: readonly ChatParameter[];
  /** Refuses these, which change the answer. */
  readonly refuses?: readonly ChatParameter[];
  /** Refuses `name` in messages. */
  readonly withoutNames?: true;
  /** Refuses Anthropic's `cache_control`. */
  readonly withoutCacheMarks?: true;
  /** Wants ids of calls of exactly nine letters and digits. */
  readonly nineCharacterIds?: true;
  /** Knows JSON mode but no schemas: the schema is told in words. */
  readonly withoutSchemas?: true;
  /** The thinking of earlier answers: refused, or demanded beside calls of tools, if only empty. Else it goes back as it came. */
  readonly thinking?: 'refused' | 'demanded';
  /** Refuses descriptions of functions that are longer, in characters. */
  readonly longestDescription?: number;
  readonly capabilities?: Capabilities;
};

/** Data, not code: a change here is a new version. A server that is in no family gets what the client sent. */
export const modelTable: { readonly version: string; readonly families: readonly FamilyData[] } = {
  version: '2026-12-01',
  families: [
    {
      // https://docs.mistral.ai/api; ids: agno-agi/agno#5382
      title: 'Mistral',
      hosts: ['api.mistral.ai', 'codestral.mistral.ai'],
      models: ['mistral-*', 'open-mistral-*', 'ministral-*', 'magistral-*', 'codestral-*', 'devstral-*', 'pixtral-*'],
      answerLimit: 'max_tokens',
      withoutStreamOptions: true,
      randomSeed: true,
      drops: [
        'logit_bias',
        'metadata',
        'prompt_cache_key',
        'prompt_cache_retention',
        'safety_identifier',
        'service_tier',
        'store',
        'user',
        'verbosity',
      ],
      refuses: ['logprobs', 'top_logprobs'],
      withoutCacheMarks: true,
      nineCharacterIds: true,
      thinking: 'refused',
    },
    {
      // https://api-docs.deepseek.com/api/create-chat-completion, …/guides/thinking_mode
      title: 'DeepSeek',
      hosts: ['api.deepseek.com'],
      models: ['deepseek-chat', 'deepseek-reasoner'],
      answerLimit: 'max_tokens',
      singleChoice: true,
      withoutSchemas: true,
      thinking: 'demanded',
      capabilities: { can: { images: false, audio: false, files: false, json_schema: false } },
    },
    {
      // https://console.groq.com/docs/openai
      title: 'Groq',
      hosts: ['api.groq.com'],
      models: [],
      singleChoice: true,
      drops: ['logit_bias'],
      refuses: ['logprobs', 'top_logprobs'],
      withoutNames: true,
      withoutCacheMarks: true,
    },
    {
      // `cache_control`: musistudio/claude-code-router#377
      title: 'Fireworks',
      hosts: ['api.fireworks.ai'],
      models: [],
      withoutCacheMarks: true,
    },
    {
      // https://learn.microsoft.com/azure/ai-foundry/openai/reference; descriptions: OpenHands/OpenHands#4838;
      // `cache_control`: gethnet/litellm-connector-copilot#138
      title: 'Azure OpenAI',
      hosts: ['*.openai.azure.com', '*.cognitiveservices.azure.com', '*.services.ai.azure.com'],
      models: [],
      withoutCacheMarks: true,
      longestDescription: 1024,
    },
    {
      // https://docs.x.ai/docs/guides/reasoning
      title: "xAI's reasoning models",
      hosts: [],
      models: ['grok-4*', 'grok-3-mini*'],
      drops: ['presence_penalty', 'frequency_penalty'],
      refuses: ['stop'],
    },
    {
      // https://ai.google.dev/gemini-api/docs/openai
      title: "Gemini's own endpoint of this dialect",
      hosts: ['generativelanguage.googleapis.com'],
      models: [],
      drops: ['logit_bias', 'store', 'metadata'],
    },
  ],
};
