import { providers, transportEvidence } from '@palimpsest/providers';
import { expect, it } from 'vitest';
import { isOwnMistake, mayHaveArrived } from './own-failures.ts';
import { Stopped } from './watchdog.ts';

const met = (code: string, message = '') =>
  providers.openai.classify(transportEvidence(Object.assign(new Error(message), { code })));

it.each([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_INVALID_CHAR',
])('a request that met %s never arrived', (code) => {
  expect(mayHaveArrived(met(code))).toBe(false);
});

it.each(['ECONNRESET', 'UND_ERR_SOCKET', 'FIRST_BYTE_TIMEOUT', 'HPE_INVALID_CONSTANT', 'ABORT_ERR'])(
  'a request that met %s may have arrived',
  (code) => {
    expect(mayHaveArrived(met(code))).toBe(true);
  },
);

it('a mistake of our own is told from what a connection fails with', () => {
  const deep = (): number => 1 + deep();
  for (const mistake of [deep, () => JSON.parse('{') as unknown, () => decodeURIComponent('%')]) {
    const thrown = thrownBy(mistake);
    expect(thrown).toBeInstanceOf(Error);
    expect(isOwnMistake(thrown)).toBe(true);
  }
  expect(isOwnMistake(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))).toBe(false);
  expect(isOwnMistake(new Error('failed', { cause: Object.assign(new Error(), { code: 'EPROTO' }) }))).toBe(false);
  expect(isOwnMistake(new Stopped('DEADLINE'))).toBe(false);
});

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
