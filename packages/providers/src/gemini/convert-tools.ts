import type { ChatBody, JsonObject, Tool } from '@palimpsest/domain';
import { callable, readTools, type ToolUse } from '../conversation/read-tools.ts';
import { isRefusal, refuse } from '../conversation/refuse.ts';
import type { Refusal } from '../provider.ts';
import { convertSchema } from './convert-schema.ts';
import type { ModelData } from './model-data.ts';
import { SchemaRoom } from './schema-room.ts';

/** The fields `tools` and `toolConfig`: all functions stand in one entry. Parallel calls cannot be switched off here. */
export function convertTools(body: ChatBody, data: ModelData): JsonObject | Refusal {
  const use = readTools(body);
  if (use === undefined || isRefusal(use)) return use ?? {};
  const misnamed = use.tools.findIndex((tool) => !/^[a-zA-Z_]/.test(tool.function.name));
  if (misnamed !== -1)
    return refuse(`tools[${misnamed}].function.name`, 'Gemini takes names that begin with a letter or an underscore.');
  const tools = use.mode === 'required' ? use.tools : callable(use);
  const room = new SchemaRoom();
  return {
    tools: [{ functionDeclarations: tools.map((tool) => declaration(tool, data, room)) }],
    toolConfig: { functionCallingConfig: callingConfig(use) },
  };
}

function callingConfig(use: ToolUse): JsonObject {
  switch (use.mode) {
    case 'auto':
      return { mode: 'AUTO' };
    case 'none':
      return { mode: 'NONE' };
    case 'required':
      return use.only === undefined ? { mode: 'ANY' } : { mode: 'ANY', allowedFunctionNames: use.only };
  }
}

/** A function without arguments has no `parameters`: older models refuse an object without properties. */
function declaration(tool: Tool, data: ModelData, room: SchemaRoom): JsonObject {
  const { name, description = '', parameters } = tool.function;
  const declared = { name, description };
  if (parameters === undefined) return declared;
  const { jsonSchema, subset } = convertSchema({ type: 'object', ...parameters }, data, room);
  const isEmpty = subset.type === 'object' && subset.properties === undefined && subset.anyOf === undefined;
  if (isEmpty) return declared;
  return jsonSchema === undefined
    ? { ...declared, parameters: subset }
    : { ...declared, parametersJsonSchema: jsonSchema };
}
