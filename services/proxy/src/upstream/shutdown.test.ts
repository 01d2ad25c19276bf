import { expect, it } from 'vitest';
import { createShutdown } from './shutdown.ts';

it('ends every call that is under way when it begins, and each that comes later at once', () => {
  const shutdown = createShutdown();
  const ended: string[] = [];
  const call = (name: string) => shutdown.onBegin(() => ended.push(name));
  call('under way');
  call('over already')();
  expect(ended).toEqual([]);
  shutdown.begin();
  shutdown.begin();
  call('late');
  expect(ended).toEqual(['under way', 'late']);
});
