import type { ChatBody, JsonObject, Tool } from '@palimpsest/domain';
import { callable, readTools, type ToolUse } from '../conversation/read-tools.ts';
import { isRefusal } from '../conversation/refuse.ts';
import type { Refusal } from '../provider.ts';
import { cleanSchema } from './clean-schema.ts';

/** The fields `tools` and `toolConfig`: all functions stand in one entry. Parallel calls cannot be switched off here. */
export function convertTools(body: ChatBody): JsonObject | Refusal {
  const use = readTools(body);
  if (use === undefined || isRefusal(use)) return use ?? {};
  const tools = use.mode === 'required' ? use.tools : callable(use);
  return {
    tools: [{ functionDeclarations: tools.map(declaration) }],
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
function declaration(tool: Tool): JsonObject {
  const { name, description = '', parameters } = tool.function;
  const schema = parameters === undefined ? undefined : cleanSchema({ type: 'object', ...parameters });
  const isEmpty = schema === undefined || (schema.type === 'object' && schema.properties === undefined);
  return { name, description, ...(isEmpty ? {} : { parameters: schema }) };
}
