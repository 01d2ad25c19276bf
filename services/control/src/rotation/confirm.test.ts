import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { confirm } from './confirm.ts';

describe('a question before what cannot be undone', () => {
  it.each([
    ['yes\n', true],
    [' yes \n', true],
    ['y\n', false],
    ['no\nyes\n', false],
    ['', false],
  ])('takes %j for %s', async (typed, answer) => {
    expect(await confirm('Sure? ', Readable.from([typed]), new PassThrough())).toBe(answer);
  });
});
