import { expect, test } from 'vitest';
import { parseEndpoints, redisAddress } from './redis-address.ts';

test('a list of endpoints is read, IPv6 in brackets', () => {
  expect(parseEndpoints('a.example:7000, [::1]:7001')).toEqual([
    { host: 'a.example', port: 7000 },
    { host: '::1', port: 7001 },
  ]);
});

test.each(['', 'a.example', 'a.example:', 'a:70000', 'a:7000,,b:7000', 'a:0', 'redis://a:7000'])(
  '%j is no list of endpoints',
  (text) => {
    expect(parseEndpoints(text)).toBeUndefined();
  },
);

test('a cluster goes before Sentinels, and those before a URL, which then gives the credentials', () => {
  const url = 'rediss://user:secret@a.example';
  const nodes = [{ host: 'a', port: 7000 }];
  expect(redisAddress({ url, cluster: nodes, sentinels: nodes, masterName: 'm' })).toEqual({ cluster: nodes, url });
  expect(redisAddress({ sentinels: nodes, masterName: 'm' })).toEqual({ sentinels: nodes, masterName: 'm' });
  expect(redisAddress({ url })).toEqual({ url });
  expect(redisAddress({})).toBeUndefined();
});
