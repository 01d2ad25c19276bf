import { expect, it } from 'vitest';
import { providers } from '../providers.ts';
import { answering, calling, exampleCall, exampleToolCall, sentBody } from './example-call.ts';
import { JsonTexts } from './json-texts.ts';

const members = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join()}}`;

it('reads texts as JSON up to a number of values for all of them', () => {
  const texts = new JsonTexts();
  expect(Object.keys(texts.read(members(60_000)) ?? {})).toHaveLength(60_000);
  expect(texts.read(members(60_000))).toBeUndefined();
  expect(Object.keys(texts.read(members(30_000)) ?? {})).toHaveLength(30_000);
  expect(texts.read('"{,,,"')).toBe('{,,,');
});

it.each(['anthropic', 'gemini'] as const)('sends %s what is too much to be read as text', (name) => {
  const large = members(150_000);
  const messages = [
    calling(exampleToolCall('t1', 'f', large), exampleToolCall('t2', 'f', '{"a":1}')),
    answering('t1', large),
    answering('t2', 'ok'),
  ];
  const body = JSON.stringify(sentBody(providers[name].toNative(exampleCall('a-model', { messages }), 'secret')));
  expect(body).toContain(`{"arguments":${JSON.stringify(large)}}`);
  expect(body).toContain('{"a":1}');
  if (name === 'gemini') expect(body).toContain(`{"result":${JSON.stringify(large)}}`);
});

it('reads the arguments of calls as JSON, whatever their results are', () => {
  const table = `page,rows\n${'1,2,3\n'.repeat(30_000)}`;
  const log = `[info] ${'one, two, '.repeat(30_000)}`;
  const messages = [table, log, table, log].flatMap((told, at) => [
    calling(exampleToolCall(`t${at}`, 'f', `{"page":${at}}`)),
    answering(`t${at}`, told),
  ]);
  const body = JSON.stringify(sentBody(providers.gemini.toNative(exampleCall('a-model', { messages }), 'secret')));
  for (const at of [0, 1, 2, 3]) expect(body).toContain(`"args":{"page":${at}}`);
});
