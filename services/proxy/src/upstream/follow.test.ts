import { describe, expect, it } from 'vitest';
import { follow } from './follow.ts';

describe('a follower', () => {
  it('is aborted for the reason of what it follows, whether that comes before or after', () => {
    const reason = new Error('gone');
    const [late, early] = [new AbortController(), AbortSignal.abort(reason)];
    const [first, second] = [new AbortController(), new AbortController()];
    follow(late.signal, first);
    follow(early, second);
    late.abort(reason);
    expect([first.signal.reason, second.signal.reason]).toEqual([reason, reason]);
  });

  it('is left alone once it follows no more, and leaves what it followed alone', () => {
    const [followed, follower] = [new AbortController(), new AbortController()];
    const leave = follow(followed.signal, follower);
    leave();
    followed.abort();
    expect(follower.signal.aborted).toBe(false);
    const other = new AbortController();
    follow(new AbortController().signal, other);
    other.abort();
    expect(other.signal.aborted).toBe(true);
  });
});
