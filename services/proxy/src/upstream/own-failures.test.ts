import { providers } from '@palimpsest/providers';
import { expect, it } from 'vitest';
import { mayHaveArrived, transportEvidence } from './own-failures.ts';

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
