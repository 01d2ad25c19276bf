import { encodeUsageEvent } from '@palimpsest/contracts';
import { expect, test } from 'vitest';
import { sampleEvent } from '../testing/sample-event.ts';
import { readEvent } from './read-event.ts';

const event = sampleEvent({ session: 'chat 1', cost: 0n });

test('an entry gives the event that was appended', () => {
  expect(readEvent({ id: '1-1', request: event.requestId, event: encodeUsageEvent(event) })).toEqual(event);
});

test.each([
  ['nothing', { request: event.requestId, event: new Uint8Array() }],
  ['bytes that are no message', { request: event.requestId, event: Buffer.from('not a message') }],
  ['another request', { request: 'req_other', event: encodeUsageEvent(event) }],
  [
    'a word nobody knows',
    { request: event.requestId, event: encodeUsageEvent({ ...event, outcome: 'won' as 'success' }) },
  ],
])('an entry of %s cannot be read, and says so', (_, entry) => {
  expect(readEvent({ id: '1-1', ...entry })).toBeInstanceOf(Error);
});
