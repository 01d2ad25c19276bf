/**
 * What the generator makes of Lua before Redis has it. A function's text is run from its beginning for each call, so what is only there for
 * readers, or not used by this function, is taken out of it: comments, names of numbers, functions of what it includes.
 */

/** A text in quotes, a comment to the end of its line, or a word. */
const token = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|--.*|\b[A-Za-z_]\w*\b/g;

const inWords = (lua: string, change: (word: string) => string): string =>
  lua.replaceAll(token, (found) => (/^['"-]/.test(found) ? found : change(found)));

const withoutComments = (lua: string): string =>
  lua
    .replaceAll(token, (found) => (found.startsWith('--') ? '' : found))
    .replaceAll(/[^\S\n]*\n(?:\s*\n)*/g, '\n')
    .trimStart();

/** `local HELD, MODEL = 1, 3`: each name's number stands wherever the name did. A number may be a product. */
function withNumbers(lua: string): string {
  const numbers = new Map<string, string>();
  const rest = lua.replaceAll(/^local ([A-Z][A-Z0-9_, ]*) = ([\d, *]+)\n/gm, (_, names: string, values: string) => {
    const given = values.split(', ');
    for (const [at, name] of names.split(', ').entries()) {
      const number = given[at] ?? 'nil';
      numbers.set(name, number.includes('*') ? `(${number})` : number);
    }
    return '';
  });
  return inWords(rest, (word) => numbers.get(word) ?? word);
}

/** Functions and tables that nothing else names. Each begins and ends at the margin. */
const definition = /^local (?:function )?(\w+)(?:\(.*\)\n(?: .*\n)+end| = \{\n(?: .*\n)+\}| = \{.*\})\n/gm;

function withoutUnused(lua: string): string {
  const uses = new Map<string, number>();
  inWords(lua, (word) => {
    uses.set(word, (uses.get(word) ?? 0) + 1);
    return word;
  });
  const rest = lua.replaceAll(definition, (whole, name: string) => (uses.get(name) === 1 ? '' : whole));
  return rest === lua ? lua : withoutUnused(rest);
}

/** The text of a function as Redis runs it: the same, and shorter. */
export const luaForRedis = (lua: string): string => withoutUnused(withNumbers(withoutComments(lua)));
