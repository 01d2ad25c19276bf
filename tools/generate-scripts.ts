/**
 * Turns packages/state/src/lua/*.lua into typed functions (scripts.gen.ts). The header of each file is its contract and is executed:
 * the names under KEYS, ARGV and RETURNS become TypeScript types and the locals that the Lua body uses, so a wrong header breaks the function.
 *
 * Types: `string`, `integer`, `number`, `bytes`, `json<T>` (T from script-values.ts; decoded in Lua by cjson). Results may also be lists
 * of the first four, `integer[]`: a Lua table. A list among the arguments is `json<string[]>`.
 *
 * A header that ends with the line BATCHED makes a function of which several calls with the same keys go out as one.
 */
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../packages/state/src/lua/', import.meta.url);

type Field = { readonly name: string; readonly type: string; readonly as: string };

const typescript: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  bytes: 'Uint8Array',
};

const camel = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function section(header: string, title: string): Field[] {
  const body = new RegExp(`^${title}\\n((?:  .+(?:\\n|$))+)`, 'm').exec(header)?.[1] ?? '';
  return body
    .split('\n')
    .filter((line) => /^ {2}\S/.test(line))
    .map(field);
}

function field(line: string): Field {
  const match = /^ {2}(\w+)\s*(?:json<([^\s]+)>|(string|integer|number|bytes)(\[\])?(?=\s|$))?/.exec(line);
  if (match === null) throw new Error(`not a field: ${line}`);
  const [, name = '', json, base = 'string', list = ''] = match;
  if (json !== undefined) return { name, type: json, as: 'json' };
  return { name, type: `${typescript[base]}${list}`, as: `${typescript[base] === 'number' ? 'number' : base}${list}` };
}

function luaValue({ name, as }: Field, raw: string): string {
  if (as.endsWith('[]')) throw new Error(`${name}: a list among the arguments is json<…>`);
  return as === 'json' ? `cjson.decode(${raw})` : as === 'number' ? `tonumber(${raw})` : raw;
}

/** The text that Redis runs: the names of the header as locals, what is included, and the body. */
function luaText(keys: readonly Field[], args: readonly Field[], body: string, batched: boolean): string {
  const keyLocals = keys.map(({ name }, index) => `local ${name} = KEYS[${index + 1}]`).join('\n');
  if (!batched) {
    const argLocals = args.map((arg, index) => `local ${arg.name} = ${luaValue(arg, `ARGV[${index + 1}]`)}`);
    return `${[keyLocals, ...argLocals].join('\n')}\n${withIncludes(body)}`;
  }
  const includes = [...body.matchAll(/^--#include .+$/gm)].map(([line]) => line).join('\n');
  const values = args.map((arg, index) => luaValue(arg, `ARGV[at + ${index + 1}]`)).join(', ');
  return `${keyLocals}
${withIncludes(includes)}
local function once(${args.map(({ name }) => name).join(', ')})
${body.replaceAll(/^--#include .+\n/gm, '').trim()}
end
local replies = {}
for at = 0, #ARGV - 1, ${args.length} do table.insert(replies, once(${values})) end
return replies
`;
}

/** Puts lua/lib/<name>.lua in the place of each `--#include <name>`, once a function, with what that includes in turn. */
function withIncludes(body: string, seen = new Set<string>()): string {
  return body.replaceAll(/^--#include (\S+)$/gm, (_, name: string) => {
    if (seen.has(name)) return '';
    seen.add(name);
    return withIncludes(readFileSync(new URL(`lib/${name}.lua`, folder), 'utf8').trimEnd(), seen);
  });
}

const record = (fields: readonly Field[]): string => `{ ${fields.map((f) => `${f.name}: ${f.type}`).join('; ')} }`;
const shape = (fields: readonly Field[]): string => JSON.stringify(fields.map(({ name, as }) => ({ name, as })));

/** The text of scripts.gen.ts for the Lua files as they stand. */
export function generateScripts(): string {
  const types = new Set<string>();
  const functions = readdirSync(folder)
    .filter((name) => name.endsWith('.lua'))
    .sort()
    .map((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      const header = /^--\[\[\n([\s\S]*?)\]\]\n/.exec(text)?.[1];
      if (header === undefined) throw new Error(`${file}: no header`);
      const [keys, args, results] = [section(header, 'KEYS'), section(header, 'ARGV'), section(header, 'RETURNS')];
      for (const { as, type } of [...args, ...results])
        if (as === 'json') for (const [word] of type.matchAll(/\b[A-Z]\w+/g)) types.add(word);
      const batched = /^BATCHED$/m.test(header);
      const body = text.slice(text.indexOf(']]\n') + 3);
      const name = camel(file.replace('.lua', ''));
      return `
/** ${header.trim().split('\n\n')[0]?.replaceAll('\n', ' ')} (lua/${file}) */
export const ${name} = defineScript<${keys.map((key) => `'${key.name}'`).join(' | ')}, ${record(args)}, ${record(results)}>({
  name: '${name}',
  keys: ${JSON.stringify(keys.map((key) => key.name))},
  args: ${shape(args)},
  results: ${shape(results)},
  batched: ${batched},
  lua: ${JSON.stringify(luaText(keys, args, body, batched))},
});`;
    });
  const imports = ["import { defineScript } from './script.ts';"];
  types.delete('Record');
  if (types.size > 0) imports.push(`import type { ${[...types].sort().join(', ')} } from './script-values.ts';`);
  return `// Generated by tools/generate-scripts.ts from lua/*.lua. Do not edit: run \`pnpm gen\`.\n${imports.join('\n')}\n${functions.join('\n')}\n`;
}
