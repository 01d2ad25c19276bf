import { describe, expect, it } from 'vitest';
import { readFacts } from './classification/facts.ts';
import { parseDuration, readRetryAfter } from './retry-time.ts';

const date = 'Mon, 01 Jun 2026 12:00:00 GMT';

const wait = (headers: Record<string, string>, body: unknown = ''): number | null =>
  readRetryAfter(readFacts(429, headers, typeof body === 'string' ? body : JSON.stringify(body)));

const says = (message: string) => ({ error: { message } });

describe('durations', () => {
  it.each([
    ['20s', 20_000],
    ['174ms', 174],
    ['644ms.', 644],
    ['1.985s', 1985],
    ['1.984999999s.', 1985],
    ['7m12s', 432_000],
    ['9m38.016s', 578_016],
    ['1h2m3s', 3_723_000],
    ['1d', 86_400_000],
    ['6m0s', 360_000],
    ['21599.96s', 21_599_960],
  ])('%s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['', 'soon', 's', '-5s', '12'])('%j is none', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});

describe('retry-after', () => {
  it.each([
    ['whole seconds', { 'retry-after': '20' }, 20_000],
    ['a fraction', { 'retry-after': '0.5' }, 500],
    ['a fraction with a unit', { 'retry-after': '0.5s' }, 500],
    ['the longer of two', { 'retry-after': '7, 20' }, 20_000],
    ['seconds where the milliseconds are none', { 'retry-after-ms': '0', 'retry-after': '7' }, 7000],
    ['a date with a long weekday', { 'retry-after': 'Monday, 01-Jun-26 12:00:20 GMT', date }, 20_000],
    ['a date of the C library', { 'retry-after': 'Mon Jun  1 12:00:20 2026', date }, 20_000],
    ['milliseconds before seconds', { 'retry-after-ms': '6800', 'retry-after': '7' }, 6800],
    ['a date ahead of the answer', { 'retry-after': 'Mon, 01 Jun 2026 12:00:20 GMT', date }, 20_000],
  ])('%s', (_, headers, ms) => {
    expect(wait(headers)).toBe(ms);
  });

  it.each([
    ['a word', { 'retry-after': 'banana' }],
    ['a negative number', { 'retry-after': '-5' }],
    ['no number', { 'retry-after': 'NaN' }],
    ['no end', { 'retry-after': 'Infinity' }],
    ['a date in another language', { 'retry-after': 'Mo, 01 Juni 2026 12:00:20 GMT', date }],
    ['nothing', { 'retry-after': '' }],
    ['zero', { 'retry-after': '0', 'retry-after-ms': '0' }],
    ['a date that is past', { 'retry-after': 'Mon, 01 Jun 2026 11:59:00 GMT', date }],
    ['a date with no clock to hold it against', { 'retry-after': 'Mon, 01 Jun 2026 12:00:20 GMT' }],
  ])('%s names no time', (_, headers) => {
    expect(wait(headers)).toBeNull();
  });

  it('is never longer than any quota has a period for', () => {
    expect(wait({ 'retry-after': '86400000' })).toBe(32 * 86_400_000);
  });
});

describe('a bucket in the form of the IETF', () => {
  it('names its time where it is empty, and none where it is not', () => {
    expect(wait({ ratelimit: '"api";r=0;t=30' })).toBe(30_000);
    expect(wait({ ratelimit: '"api";r=10;t=30' })).toBeNull();
  });
});

describe('times in the body', () => {
  it.each([
    ['in about 5 minutes', says('Please try again in about 5 minutes.'), 300_000],
    ['after a colon', says('Retry after: 30 seconds'), 30_000],
    ['as a moment', says('Limit hit; resets at 2026-06-01T12:10:00Z.'), 600_000],
    ['as a time span', says('Quota will be replenished in 1.00:01:05.'), 86_465_000],
    ['as seconds in a field', { error: { resets_in_seconds: 12 } }, 12_000],
    ['as milliseconds in a field', { error: { retry_after_ms: 1500 } }, 1500],
    ['as a field of another spelling', { error: { retryAfter: 12 } }, 12_000],
    [
      'as a duration with nanoseconds',
      { error: { details: [{ retryDelay: { seconds: '46', nanos: 430_000_000 } }] } },
      46_430,
    ],
  ])('%s', (_, body, ms) => {
    expect(wait({ date }, body)).toBe(ms);
  });

  it('RetryInfo counts wherever it stands in the details', () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.Help' }, { retryDelay: '37s' }];
    expect(wait({}, { error: { code: 429, details } })).toBe(37_000);
  });

  it('RetryInfo is cut to whole seconds where the text is exact: the longer one counts', () => {
    const body = { error: { message: 'Please retry in 46.43s.', details: [{ retryDelay: '46s' }] } };
    expect(wait({}, body)).toBe(46_430);
  });

  it('RetryInfo counts as an object, too', () => {
    expect(wait({}, { error: { details: [{ retryDelay: { seconds: 37, nanos: 0 } }] } })).toBe(37_000);
  });

  it('an epoch in milliseconds is held against the clock of the same answer', () => {
    const headers = { 'X-RateLimit-Reset': String(Date.parse(date) + 42_000) };
    expect(wait({ date }, { error: { metadata: { headers } } })).toBe(42_000);
  });

  it.each([
    ['Please try again in 7m12s. Visit https://example.org', 432_000],
    ['Please retry in 46.430283s.', 46_431],
    ['Please retry after 7 seconds. Please go here', 7000],
    ['try again in 2 minutes', 120_000],
    ['Try again in 250 milliseconds', 250],
    ['Please wait 1 minute and 30 seconds before you try again', 90_000],
    ['Please wait for 45 secs.', 45_000],
    ['Your quota resets in 3 hours, 20 minutes.', 12_000_000],
  ])('%s', (text, ms) => {
    expect(wait({}, says(text))).toBe(ms);
  });

  it('a day on which access returns is held against the clock of the same answer', () => {
    expect(wait({ date }, says('You will regain access on 2026-06-01 at 13:00 UTC.'))).toBe(3_600_000);
  });

  it('of header and text the longer wait holds', () => {
    expect(wait({ 'retry-after': '2' }, says('try again in 9s'))).toBe(9000);
  });
});

describe('buckets', () => {
  it('only the empty one tells when it is filled again', () => {
    const headers = {
      'x-ratelimit-remaining-requests': '0',
      'x-ratelimit-reset-requests': '120ms',
      'x-ratelimit-remaining-tokens': '180000',
      'x-ratelimit-reset-tokens': '6s',
    };
    expect(wait(headers)).toBe(120);
  });

  it('Anthropic puts the bucket first and the time as a date', () => {
    const headers = {
      date,
      'anthropic-ratelimit-input-tokens-remaining': '0',
      'anthropic-ratelimit-input-tokens-reset': '2026-06-01T12:00:41Z',
    };
    expect(wait(headers)).toBe(41_000);
  });

  it('some hosts append the window and leave the unit out', () => {
    const headers = { 'x-ratelimit-remaining-requests-day': '0', 'x-ratelimit-reset-requests-day': '33011.382867' };
    expect(wait(headers)).toBe(33_011_383);
  });
});
