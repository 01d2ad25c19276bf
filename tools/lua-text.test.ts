import { expect, test } from 'vitest';
import { luaForRedis } from './lua-text.ts';

test('comments and empty lines are left out, what looks like one in a text is not', () => {
  expect(luaForRedis("-- why\nlocal a = '-- not' -- what\n\n  \nreturn a\n")).toBe("local a = '-- not'\nreturn a\n");
});

test('a name in capitals is its number wherever it stands, but in texts', () => {
  expect(luaForRedis("local LIMIT, MOST = 1, 2\nreturn { t[LIMIT], 'LIMIT', MOST }\n")).toBe(
    "return { t[1], 'LIMIT', 2 }\n",
  );
  expect(luaForRedis('local WEEK_MS = 7 * 24\nreturn x / WEEK_MS\n')).toBe('return x / (7 * 24)\n');
});

test('functions and tables that nothing names are left out, with what only they named', () => {
  const used = "local function used()\n  if x then\n    return 'y'\n  end\nend\n";
  const table = 'local names = {\n  a = 1,\n}\nlocal others = { b = 2 }\n';
  const unused = 'local function unused()\n  return names.a + others.b\nend\n';
  expect(luaForRedis(`${used}${table}${unused}return used()\n`)).toBe(`${used}return used()\n`);
});

test('a name within a text does not keep a function', () => {
  expect(luaForRedis("local function open()\n  return 1\nend\nreturn 'open'\n")).toBe("return 'open'\n");
});
