import { passedContents, passedParameters } from '../openai-dialect/passed-table.ts';
import { mapped, type ProviderTable } from '../parameters/parameter-table.ts';
import { longestDescription, modelTable } from './model-data.ts';

export const table: ProviderTable = {
  title: 'OpenAI',
  version: modelTable.version,
  parameters: {
    ...passedParameters,
    max_tokens: mapped('`max_completion_tokens` for models that refuse the older name, else as it came'),
    stream_options: mapped(
      '`include_usage` is always asked for in streams; the gateway sends usage on where the client asked, too',
    ),
    tools: mapped(
      `left out where the list is empty, with \`tool_choice\` and \`parallel_tool_calls\`; a description of more than ${longestDescription} characters is cut, and told whole in a system message; else as it came`,
    ),
  },
  contents: {
    ...passedContents,
    'file, id': mapped('as it came, where keys of one account alone serve the model; else refused'),
  },
  differences: [
    'To reasoning models `temperature`, `top_p`, penalties, `logprobs`, `top_logprobs` and `logit_bias` are dropped, which they refuse; from GPT-5.1 on only while they reason.',
    '`stop` is refused for o3 and o4-mini, which do not know it.',
    '`reasoning_effort` is dropped for models that do not reason. From GPT-5.4 on it is dropped beside tools, too: this API refuses both together.',
    '`cache_control` is left out wherever it stands: it is Anthropic’s, and OpenAI refuses it.',
    'Extensions that other providers left in the history (`reasoning_content`, `reasoning_details`, `extra_content`) are left out, ids of calls of more than 40 characters are shortened, the same one always in the same way.',
  ],
};
