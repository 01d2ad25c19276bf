import type { ChatBody, JsonObject, Tool } from '@palimpsest/domain';
import { callable, readTools, type ToolUse } from '../conversation/read-tools.ts';
import { isRefusal } from '../conversation/refuse.ts';
import type { Refusal } from '../provider.ts';
import { cleanSchema } from './clean-schema.ts';
import type { ModelData } from './model-data.ts';

/** The fields `tools` and `tool_choice` of the request; `forced` says that the model must call. */
export type NativeTools = { readonly fields: JsonObject; readonly forced: boolean };

/** `calledNames` are declared even where the client gave no tools: the API refuses calls in the history of functions that it does not know. */
export function convertTools(
  body: ChatBody,
  calledNames: ReadonlySet<string>,
  data: ModelData | undefined,
): NativeTools | Refusal {
  const use = readTools(body);
  if (isRefusal(use)) return use;
  if (use !== undefined)
    return { fields: chosen(use, body, data?.structuredOutput === true), forced: use.mode === 'required' };
  if (calledNames.size === 0) return { fields: {}, forced: false };
  const tools = [...calledNames].map((name) => ({ name, input_schema: noArguments }));
  return { fields: { tools, tool_choice: { type: 'none' } }, forced: false };
}

const noArguments: JsonObject = { type: 'object', properties: {} };

function chosen(use: ToolUse, body: ChatBody, canBeStrict: boolean): JsonObject {
  const declare = (tool: Tool): JsonObject => declaration(tool, canBeStrict);
  const oneAtATime = body.parallel_tool_calls === false ? { disable_parallel_tool_use: true } : {};
  const [name, ...others] = use.only ?? [];
  if (use.mode === 'required' && name !== undefined && others.length === 0)
    return { tools: use.tools.map(declare), tool_choice: { type: 'tool', name, ...oneAtATime } };
  const tools = callable(use).map(declare);
  switch (use.mode) {
    case 'none':
      return { tools, tool_choice: { type: 'none' } };
    case 'required':
      return { tools, tool_choice: { type: 'any', ...oneAtATime } };
    case 'auto':
      return { tools, tool_choice: { type: 'auto', ...oneAtATime } };
  }
}

/** `strict` goes along where the client set it: such a schema may hold no more than one of an answer's form. */
function declaration(tool: Tool, canBeStrict: boolean): JsonObject {
  const { name, description, parameters, strict } = tool.function;
  const isStrict = canBeStrict && strict === true;
  const schema = parameters === undefined ? noArguments : { type: 'object', ...parameters };
  return {
    name,
    ...(description === undefined ? {} : { description }),
    input_schema: isStrict ? cleanSchema(schema) : schema,
    ...(isStrict ? { strict } : {}),
    ...(tool.cache_control === undefined ? {} : { cache_control: tool.cache_control }),
  };
}
