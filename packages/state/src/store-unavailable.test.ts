import { expect, test } from 'vitest';
import { isStoreUnavailable } from './store-unavailable.ts';

test.each([
  'MOVED 866 127.0.0.1:7001',
  'ASK 866 127.0.0.1:7001',
  'CLUSTERDOWN The cluster is down',
  'TRYAGAIN Multiple keys request during rehashing of slot',
  'LOADING Redis is loading the dataset in memory',
  'BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.',
  "READONLY You can't write against a read only replica.",
  'Connection is closed.',
  'Command timed out',
  'Too many Cluster redirections. Last error: Error: MOVED',
  'Command aborted due to connection close',
  'ERR WAIT cannot be used with replica instances.',
])('%s means that the store is away', (message) => {
  expect(isStoreUnavailable(new Error(message))).toBe(true);
});

test('a refused connection and used-up retries mean that the store is away', () => {
  expect(isStoreUnavailable(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toBe(true);
  expect(isStoreUnavailable(Object.assign(new Error(''), { name: 'MaxRetriesPerRequestError' }))).toBe(true);
  expect(isStoreUnavailable(new Error('wrapped', { cause: new Error('LOADING') }))).toBe(true);
});

test.each([
  'WRONGTYPE Operation against a key',
  'ERR Error running script',
  'NOSCRIPT No matching script',
  'BUSYGROUP Consumer Group name already exists',
])('%s is a fault of ours', (message) => {
  expect(isStoreUnavailable(new Error(message))).toBe(false);
});

test('what is not an error is not the store', () => {
  expect(isStoreUnavailable('LOADING')).toBe(false);
  expect(isStoreUnavailable(undefined)).toBe(false);
});
