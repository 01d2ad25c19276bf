import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { providers } from '../index.ts';
import { allProviders, decodeReads, everyAnswer, readFixture } from './fixtures.ts';
import { inStreamErrors } from './in-stream-errors.ts';

const bytesOf = (text: string): Buffer => Buffer.from(text);

describe('an answer that fails inside a 200', () => {
  it.each(inStreamErrors.map((one) => [one.provider, one.promise, one] as const))('%s: %s', (name, _, one) => {
    const events = decodeReads(providers[name], [bytesOf(one.body)]);
    expect(events.at(-1)).toMatchObject({ type: 'failure', failure: { kind: one.kind, scope: one.scope } });
    expect(events.filter((event) => event.type === 'failure' || event.type === 'answer-end')).toHaveLength(1);
  });

  it.each(inStreamErrors.map((one) => [one.provider, one.promise, one] as const))(
    '%s: %s, to a plain request',
    (name, _, one) => {
      expect(providers[name].fromNative(one.body).at(-1)?.type).toBe('failure');
    },
  );
});

describe.each(everyAnswer)('%s, %s', (_provider, _scenario, provider, scenario) => {
  it('is a failure when the connection dies before the end', () => {
    const { stream } = readFixture(provider, scenario.name);
    const error = Object.assign(new TypeError('terminated'), {
      cause: Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
    });
    const events = decodeReads(provider, [stream.subarray(0, 60)], error);
    expect(events).toMatchObject([
      ...events.slice(0, -1).map(() => ({})),
      { type: 'failure', failure: { kind: 'disconnected', status: null } },
    ]);
  });
});

describe.each(allProviders.map((provider) => [provider.name, provider] as const))('%s', (_, provider) => {
  it('is over after an error event, whatever follows it', () => {
    const decoder = provider.decodeStream();
    expect(decoder.isOver).toBe(false);
    expect(decoder.take(bytesOf('data: {"error":{"message":"no","code":500}}\n\n')).at(-1)?.type).toBe('failure');
    expect(decoder.isOver).toBe(true);
    expect([...decoder.take(bytesOf('data: {"error":{}}\n\n')), ...decoder.end()]).toEqual([]);
  });

  it('reads any bytes to one end, an answer or a failure, and never throws', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 64 }), { maxLength: 6 }), (reads) => {
        expect(decodeReads(provider, reads).at(-1)?.type).toBe('failure');
      }),
    );
  });

  it('reads any JSON to one end, and never throws', () => {
    const { stream } = readFixture(provider, 'parallel-tool-calls');
    const payloads = Buffer.from(stream)
      .toString('utf8')
      .split('\n')
      .filter((line) => line.startsWith('data: {'))
      .map((line) => JSON.parse(line.slice(6)) as object);
    const keys = [
      'choices',
      'delta',
      'tool_calls',
      'usage',
      'candidates',
      'content',
      'parts',
      'type',
      'message',
      'error',
    ];
    const odd = fc.object({ key: fc.constantFrom(...keys), maxDepth: 4 });
    const mixed = fc.tuple(fc.constantFrom(...payloads), odd).map(([payload, change]) => ({ ...payload, ...change }));
    fc.assert(
      fc.property(fc.array(mixed, { maxLength: 5 }), (events) => {
        const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
        expect(['failure', 'answer-end']).toContain(decodeReads(provider, [bytesOf(text)]).at(-1)?.type);
        for (const event of events) {
          expect(['failure', 'answer-end']).toContain(provider.fromNative(JSON.stringify(event)).at(-1)?.type);
        }
      }),
    );
  });

  it('classifies any evidence, and never throws', () => {
    const body = fc.oneof(
      fc.string(),
      fc.json(),
      fc.object().map((error) => JSON.stringify({ error })),
    );
    const headers = fc.dictionary(fc.constantFrom('retry-after', 'date', 'content-type'), fc.string());
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 599 }), headers, body, (status, fields, text) => {
        const failure = provider.classify({ at: 'response', status, headers: fields, body: text });
        expect(failure.reason).not.toBe('');
        expect(failure.retryAfterMs === null || failure.retryAfterMs > 0).toBe(true);
      }),
    );
  });
});
