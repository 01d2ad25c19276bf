import { expect, it } from 'vitest';
import { parseEmbeddings } from './parse-request.ts';

const body = (levels: number) =>
  Buffer.from(`{"model":"m","input":"x[{\\"","new":${'['.repeat(levels)}${']'.repeat(levels)}}`);

it('takes members that it does not know, and refuses those that are nested deeper than anybody can walk', () => {
  expect(parseEmbeddings(body(199))).toMatchObject({ model: 'm', input: 'x[{"' });
  for (const levels of [200, 200_000])
    expect(parseEmbeddings(body(levels))).toMatchObject({
      code: 'invalid_request',
      publicMessage: 'The request body is nested deeper than 200 levels.',
    });
});
