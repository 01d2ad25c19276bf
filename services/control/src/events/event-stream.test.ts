import { expect, test } from 'vitest';
import { createChangeFeed, mostListeners } from './change-feed.ts';
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

test('whoever leaves before the first read, or was gone before, takes no place', async () => {
  const feed = createChangeFeed({
    marks: { changed: () => Promise.resolve(new Set<never>()), reset: () => undefined },
    logger: { warn: () => undefined },
  });
  const listen = (signal: AbortSignal) => eventStream(feed, { isStillIn: async () => true, signal });
  for (let times = 0; times < 2 * mostListeners; times += 1) {
    const leaving = new AbortController();
    if (times % 2 === 0) leaving.abort();
    expect(listen(leaving.signal)).toBeDefined();
    leaving.abort();
  }
  feed.end();
});
