import { expect, test } from 'vitest';
import { createChangeFeed } from './change-feed.ts';
import { eventStream } from './event-stream.ts';

test('whoever is not let in any more hears nothing further, also where something changes all the time', async () => {
  const feed = createChangeFeed({
    marks: { changed: () => Promise.resolve(new Set(['users'] as const)), reset: () => undefined },
    logger: { warn: () => undefined },
    everyMs: 1,
  });
  let asked = 0;
  const isStillIn = async () => {
    asked += 1;
    return asked < 3;
  };
  const heard: string[] = [];
  const { signal } = new AbortController();
  for await (const text of eventStream(feed, { isStillIn, heartbeatMs: 50, signal }) ?? []) heard.push(text);
  feed.end();
  expect(asked).toBe(3);
  expect(heard).toContain('event: changed\ndata: {"changed":["users","overview"]}\n\n');
  expect(heard).not.toContain(': \n\n');
});
