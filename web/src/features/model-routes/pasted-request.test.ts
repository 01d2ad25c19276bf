import { expect, test } from 'vitest';
import { pastedRequest } from './pasted-request.ts';

test('what was pasted is read as JSON, and nothing is no request', () => {
  expect(pastedRequest('{"messages": []}')).toEqual({ json: { messages: [] } });
  expect(pastedRequest(' \n')).toEqual({ json: undefined });
});

test('what is no JSON is said, with what was not expected', () => {
  expect(pastedRequest('{"messages": [}')).toEqual({
    fault: expect.stringMatching(/^This is no JSON: Unexpected token '}'/),
  });
});
