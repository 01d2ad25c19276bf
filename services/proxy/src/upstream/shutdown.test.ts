import { expect, it } from 'vitest';
import { createShutdown } from './shutdown.ts';
import type { Stopped } from './watchdog.ts';

it('ends every call that is under way when it begins, and each that comes later at once', () => {
  const shutdown = createShutdown();
  const ended: string[] = [];
  const call = (name: string) => ({ stop: ({ code }: Stopped) => void ended.push(`${name} ${code}`) });
  const over = call('over already');
  shutdown.link(call('under way'));
  shutdown.link(over);
  shutdown.unlink(over);
  expect(ended).toEqual([]);
  shutdown.begin();
  shutdown.begin();
  shutdown.link(call('late'));
  expect(ended).toEqual(['under way SHUTDOWN', 'late SHUTDOWN']);
});
