/**
 * Turns packages/state/src/lua/*.lua into typed functions (scripts.gen.ts). The header of each file is its contract and is executed:
 * the names under KEYS, ARGV and RETURNS become TypeScript types and the locals that the Lua body uses, so a wrong header breaks the function.
 *
 * Types: `string`, `integer`, `number`, `bytes`, `json<T>` (T from script-values.ts; decoded in Lua by cjson). Results may also be lists
 * of the first four, `integer[]`: a Lua table. A list among the arguments is `json<string[]>`. Numbers and JSON travel as one JSON list,
 * behind texts and bytes: every argument more costs Redis and its client as much as a small command does. An argument that many calls have
 * in common is `shared<T>`: its caller writes it as JSON once, and a batch decodes it once. No call may change it.
 *
 * A header that ends with the line BATCHED makes a function of which several calls with the same keys go out as one. Its body has up to three
 * parts: what is done before all calls, from the line `--#each` on what is done for one of them, from `--#after` what is done when all are
 * answered. The first argument, a text, tells calls apart: the list `ids` has that of all of them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { luaForRedis } from './lua-text.ts';

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
  const match = /^ {2}(\w+)\s*(?:(json|shared)<([^\s]+)>|(string|integer|number|bytes)(\[\])?(?=\s|$))?/.exec(line);
  if (match === null) throw new Error(`not a field: ${line}`);
  const [, name = '', as, type, base = 'string', list = ''] = match;
  if (as === 'json' && type !== undefined) return { name, type, as };
  if (as === 'shared') return { name, type: 'string', as };
  return { name, type: `${typescript[base]}${list}`, as: `${typescript[base] === 'number' ? 'number' : base}${list}` };
}

const travelsAlone = ({ as }: Field): boolean => as === 'string' || as === 'bytes' || as === 'shared';

/** How the arguments of one call travel: texts and bytes each by itself, then everything else as one JSON list, if there is anything else. */
function travelling(args: readonly Field[]): { readonly alone: readonly Field[]; readonly together: readonly Field[] } {
  const list = args.find(({ as }) => as.endsWith('[]'));
  if (list !== undefined) throw new Error(`${list.name}: a list among the arguments is json<…>`);
  const alone = args.filter(travelsAlone);
  return { alone, together: args.filter((arg) => !alone.includes(arg)) };
}

const lengthOf = (args: readonly Field[]): number => {
  const { alone, together } = travelling(args);
  return alone.length + Math.min(1, together.length);
};

/** `place` makes the Lua expression of the call's n-th value as it travels; `packed` is the decoded list. */
function luaValues(args: readonly Field[], place: (nth: number) => string, packed: string): string[] {
  const { alone, together } = travelling(args);
  return args.map((arg) => {
    if (!alone.includes(arg)) return `${packed}[${together.indexOf(arg) + 1}]`;
    const value = place(alone.indexOf(arg) + 1);
    return arg.as === 'shared' ? `decoded(${value})` : value;
  });
}

function typescriptValues(args: readonly Field[]): string {
  const { alone, together } = travelling(args);
  const values = alone.map(({ name, as }) => (as === 'bytes' ? `asBuffer(args.${name})` : `args.${name}`));
  if (together.length > 0) values.push(`JSON.stringify([${together.map(({ name }) => `args.${name}`).join(', ')}])`);
  return `(${values.length === 0 ? '' : 'args'}) => [${values.join(', ')}]`;
}

const decoders: Record<string, string> = {
  string: 'text',
  number: 'Number',
  bytes: 'bytes',
  json: 'json',
  'string[]': 'texts',
  'number[]': 'numbers',
  'bytes[]': 'bytesList',
};

function typescriptReply(results: readonly Field[]): string {
  const values = results.map(({ name, as, type }, index) =>
    as === 'json' ? `${name}: json<${type}>(reply[${index}])` : `${name}: ${decoders[as]}(reply[${index}])`,
  );
  return `(${values.length === 0 ? '' : 'reply'}) => ({ ${values.join(', ')} })`;
}

/** The text that Redis runs: the names of the header as locals, what is included, and the body. */
function luaText(keys: readonly Field[], args: readonly Field[], body: string, batched: boolean): string {
  const keyLocals = keys.map(({ name }, index) => `local ${name} = KEYS[${index + 1}]`).join('\n');
  if (batched) return `${keyLocals}\n${batchText(args, body)}`;
  const isPacked = travelling(args).together.length > 0;
  const packed = isPacked ? [`local packed = cjson.decode(ARGV[${lengthOf(args)}])`] : [];
  const values = luaValues(args, (nth) => `ARGV[${nth}]`, 'packed');
  const argLocals = args.map(({ name }, index) => `local ${name} = ${values[index]}`);
  return `${decoderOf(args)}${[keyLocals, ...packed, ...argLocals].join('\n')}\n${withIncludes(body)}`;
}

function batchText(args: readonly Field[], body: string): string {
  const [before = '', each, after = ''] = body.split(/^--#(?:each|after)\n/m);
  if (each === undefined) throw new Error('BATCHED without a line --#each');
  const length = lengthOf(args);
  const packed = travelling(args).together.length > 0 ? `  local packed = cjson.decode(ARGV[at + ${length}])\n` : '';
  const ids = /\bids\b/.test(body) ? idsOf(length) : '';
  return `${ids}${decoderOf(args)}${withIncludes(before.trim())}
local function once(${args.map(({ name }) => name).join(', ')})
${each.trim()}
end
local replies = {}
for at = 0, #ARGV - 1, ${length} do
${packed}  replies[#replies + 1] = once(${luaValues(args, (nth) => `ARGV[at + ${nth}]`, 'packed').join(', ')})
end
${after}return replies
`;
}

const decoderOf = (args: readonly Field[]): string =>
  args.some(({ as }) => as === 'shared')
    ? `local texts = {}
local function decoded(text)
  local known = texts[text]
  if not known then
    known = cjson.decode(text)
    texts[text] = known
  end
  return known
end
`
    : '';

const idsOf = (length: number): string => `local ids = {}
for at = 1, #ARGV, ${length} do ids[#ids + 1] = ARGV[at] end
`;

/** Puts lua/lib/<name>.lua in the place of each `--#include <name>`, once a function, with what that includes in turn. */
function withIncludes(body: string, seen = new Set<string>()): string {
  return body.replaceAll(/^--#include (\S+)$/gm, (_, name: string) => {
    if (seen.has(name)) return '';
    seen.add(name);
    return withIncludes(readFileSync(new URL(`lib/${name}.lua`, folder), 'utf8').trimEnd(), seen);
  });
}

const record = (fields: readonly Field[]): string => `{ ${fields.map((f) => `${f.name}: ${f.type}`).join('; ')} }`;
const isBinary = (results: readonly Field[]): boolean => results.some(({ as }) => as.startsWith('bytes'));

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
  encode: ${typescriptValues(args)},
  decode: ${typescriptReply(results)},
  binary: ${isBinary(results)},
  batched: ${batched},
  lua: ${JSON.stringify(luaForRedis(luaText(keys, args, body, batched)))},
});`;
    });
  const imports = [
    "import { defineScript } from './script.ts';",
    "import { asBuffer, bytes, bytesList, json, numbers, text, texts } from './script-replies.ts';",
  ];
  types.delete('Record');
  if (types.size > 0) imports.push(`import type { ${[...types].sort().join(', ')} } from './script-values.ts';`);
  return `// Generated by tools/generate-scripts.ts from lua/*.lua. Do not edit: run \`make gen\`.\n${imports.join('\n')}\n${functions.join('\n')}\n`;
}
