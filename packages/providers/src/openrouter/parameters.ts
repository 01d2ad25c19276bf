import { passedContents, passedParameters } from '../openai-dialect/passed-table.ts';
import { mapped, type ProviderTable, refused, several } from '../parameters/parameter-table.ts';
import { modelTable } from './model-data.ts';

export const table: ProviderTable = {
  title: 'OpenRouter',
  version: modelTable.version,
  parameters: {
    ...passedParameters,
    n: refused('gives one answer to a request', several),
    stream_options: mapped(
      '`include_usage` is always asked for in streams; the gateway sends usage on where the client asked, too',
    ),
    tools: mapped('left out where the list is empty, with `tool_choice` and `parallel_tool_calls`; else as it came'),
  },
  contents: passedContents,
  differences: [
    'Its own fields (`provider`, `models`, `reasoning`, `transforms`, `plugins`, …) are passed.',
    'Reasoning comes as `reasoning_content`; what is to be given back as `reasoning_details` of the message, and goes back to OpenRouter alone.',
  ],
};
