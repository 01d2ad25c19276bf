import type { ChatBody, Tool } from '@palimpsest/domain';
import { isJsonObject } from '@palimpsest/domain';
import type { Refusal } from '../provider.ts';
import { refuse } from './refuse.ts';

/** The client's tools and how it wants them used. */
export type ToolUse = {
  readonly tools: readonly Tool[];
  /** `required`: at least one call. */
  readonly mode: 'auto' | 'none' | 'required';
  /** The only names that may be called; absent: all. */
  readonly only: readonly string[] | undefined;
};

/** Reads `tools` and `tool_choice` in all of OpenAI's forms; `undefined` where there are no tools. Only functions exist at every provider. */
export function readTools(body: ChatBody): ToolUse | Refusal | undefined {
  const tools = body.tools ?? [];
  for (const [index, tool] of tools.entries()) {
    if (tool.type !== 'function')
      return refuse(`tools[${index}].type`, `This provider knows no tool of the type '${String(tool.type)}'.`);
  }
  const choice = body.tool_choice ?? 'auto';
  if (tools.length === 0) {
    if (choice === 'auto' || choice === 'none') return undefined;
    return refuse('tool_choice', 'A tool cannot be required where none is given.', 'invalid_value');
  }
  if (typeof choice === 'string') return { tools, mode: choice, only: undefined };
  const { mode, only } = choice.type === 'allowed_tools' ? allowed(choice.allowed_tools) : named(choice.function?.name);
  if (only === undefined) return refuse('tool_choice', 'This provider can only be told to call a function.');
  const given = new Set(tools.map((tool) => tool.function.name));
  for (const name of only) {
    if (!given.has(name)) return refuse('tool_choice', `No tool of the name '${name}' is given.`, 'invalid_value');
  }
  return { tools, mode, only };
}

type Choice = Pick<ToolUse, 'mode' | 'only'>;

const named = (name: string | undefined): Choice => ({
  mode: 'required',
  only: name === undefined ? undefined : [name],
});

function allowed(wish: unknown): Choice {
  const list = isJsonObject(wish) && Array.isArray(wish.tools) ? (wish.tools as readonly unknown[]) : [];
  const names = list.map((entry) => (isJsonObject(entry) && isJsonObject(entry.function) ? entry.function.name : ''));
  const only = names.filter((name) => typeof name === 'string' && name !== '') as readonly string[];
  const mode = isJsonObject(wish) && wish.mode === 'required' ? 'required' : 'auto';
  return { mode, only: only.length === 0 || only.length < list.length ? undefined : only };
}

/** The tools that may be called, for providers that cannot be told to leave some of them alone. */
export function callable({ tools, only }: ToolUse): readonly Tool[] {
  if (only === undefined) return tools;
  const names = new Set(only);
  return tools.filter((tool) => names.has(tool.function.name));
}
