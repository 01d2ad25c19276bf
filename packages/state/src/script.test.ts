import { userId } from '@palimpsest/domain';
import { expect, test } from 'vitest';
import { connectRedis } from './connect-redis.ts';
import { hashTag, keyspace } from './keyspace.ts';
import { defineScript } from './script.ts';
import * as scripts from './scripts.gen.ts';

const neverConnected = connectRedis({ url: 'redis://127.0.0.1:1', onError: () => undefined });
neverConnected.disconnect();

test('keys of more than one hash tag are refused before Redis is asked', () => {
  const script = defineScript<'one' | 'two', object, object>({
    name: 'mixed',
    keys: ['one', 'two'],
    encode: () => [],
    decode: () => ({}),
    binary: false,
    batched: false,
    lua: '',
  });
  const keys = { one: keyspace.userCounters(userId('usr_1')), two: keyspace.userCounters(userId('usr_2')) };
  expect(() => script(neverConnected, keys, {})).toThrow('mixed: keys of more than one hash tag: u:usr_1, u:usr_2');
});

test('the hash tag of a key is what stands in its braces', () => {
  expect(hashTag(keyspace.keyState('group:gemini', 'key_1'))).toBe('k:group:gemini');
});

test.each(Object.values(scripts).map(({ source }) => [source.name, source.lua]))(
  '%s makes no key, reads no clock but that of Redis, and throws no dice',
  (_, lua) => {
    expect(lua).not.toMatch(/pgw:|KEYS\[\d+\]\s*\.\.|os\.time|math\.random/);
  },
);
