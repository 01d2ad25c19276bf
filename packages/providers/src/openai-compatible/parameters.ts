import { passedContents, passedParameters } from '../openai-dialect/passed-table.ts';
import { mapped, type ProviderTable } from '../parameters/parameter-table.ts';
import { type FamilyData, modelTable } from './model-data.ts';

export const table: ProviderTable = {
  title: 'OpenAI-compatible servers',
  version: modelTable.version,
  parameters: {
    ...passedParameters,
    stream_options: mapped(
      '`include_usage` is asked for in streams; the gateway sends usage on where the client asked, too',
    ),
    tools: mapped('left out where the list is empty, with `tool_choice` and `parallel_tool_calls`; else as it came'),
  },
  contents: passedContents,
  differences: [
    'Thinking that a server leaves in the content, between `<think>` and `</think>` at its beginning, comes as `reasoning_content`.',
    'Embeddings are asked for as numbers; the gateway writes base64 where the client asked for it.',
    ...modelTable.families.map(described),
  ],
};

function described(family: FamilyData): string {
  const names = (list: readonly string[]): string => list.map((name) => `\`${name}\``).join(', ');
  const says = [
    family.answerLimit === undefined ? [] : [`the answer's limit goes out as \`${family.answerLimit}\``],
    family.randomSeed ? ['`seed` goes out as `random_seed`'] : [],
    family.withoutStreamOptions ? ['`stream_options` is dropped'] : [],
    family.drops === undefined ? [] : [`dropped: ${names(family.drops)}`],
    family.refuses === undefined ? [] : [`refused: ${names(family.refuses)}`],
    family.singleChoice ? ['`n` above 1 is refused'] : [],
    family.withoutNames ? ['`name` of messages is dropped'] : [],
    family.withoutCacheMarks ? ['`cache_control` is left out'] : [],
    family.nineCharacterIds ? ['ids of calls become nine letters and digits'] : [],
    family.longestDescription === undefined
      ? []
      : [
          `descriptions of functions beyond ${family.longestDescription} characters are cut, and told whole in a system message`,
        ],
    family.withoutSchemas ? ['a schema of the answer is told in words, beside JSON mode'] : [],
    family.thinking === 'refused' ? ['the thinking of earlier answers is left out'] : [],
    family.thinking === 'demanded' ? ['earlier answers with calls carry `reasoning_content`, if only empty'] : [],
  ].flat();
  const known = [...family.hosts, ...family.models].map((glob) => `\`${glob}\``).join(', ');
  return `${family.title} (${known}): ${says.join('; ')}.`;
}
