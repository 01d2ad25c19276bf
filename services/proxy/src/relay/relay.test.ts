import type { AnswerEvent } from '@palimpsest/domain';
import { expect, it } from 'vitest';
import { createRelay } from './relay.ts';

it.each(['gated', 'passthrough', 'stitched'] as const)(
  'sends on whatever comes in one piece, in the mode %s',
  async (mode) => {
    const events = Array.from(
      { length: 200_000 },
      (_, choice): AnswerEvent => ({ type: 'text-delta', choice, text: 'x' }),
    );
    const sent: AnswerEvent[] = [];
    const relay = createRelay(mode, async (some) => {
      for (const event of some) sent.push(event);
    });
    await relay.take(events);
    expect(sent).toEqual(events);
  },
);
