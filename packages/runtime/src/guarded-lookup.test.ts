import type { LookupOptions } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { guardedLookup } from './guarded-lookup.ts';

const resolve = (name: string, options: LookupOptions = {}) =>
  new Promise((done) => {
    guardedLookup(name, options, (error, address, family) => done(error ?? { address, family }));
  });

describe('resolving the name of a provider', () => {
  it('gives loopback and private addresses, one or all', async () => {
    expect(await resolve('127.0.0.1')).toEqual({ address: '127.0.0.1', family: 4 });
    expect(await resolve('10.0.0.5', { all: true })).toEqual({
      address: [{ address: '10.0.0.5', family: 4 }],
      family: undefined,
    });
  });

  it('refuses what leads to a link-local or metadata address', async () => {
    expect(await resolve('169.254.169.254')).toMatchObject({ code: 'FORBIDDEN_ADDRESS' });
    expect(await resolve('fd00:ec2::254', { all: true })).toMatchObject({ code: 'FORBIDDEN_ADDRESS' });
  });

  it('passes on that there is no such name', async () => {
    expect(await resolve('no-such-name.invalid')).toBeInstanceOf(Error);
  });
});
