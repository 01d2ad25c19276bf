import type { OperatorApi } from '@palimpsest/testkit';
import { expect } from 'vitest';
import type { ScenicKey } from '../house/scene.ts';
import { entriesOf, ledgerReport } from './books.ts';
import type { Told } from './call.ts';

/** Whoever knows of the calls beside their clients. */
export type Witnesses = {
  readonly operator: OperatorApi;
  /** Whose requests all of them were. */
  readonly user: string;
  /** The one key that served. */
  readonly key: ScenicKey;
  /** Names the Redis. */
  readonly environment: Readonly<Record<string, string>>;
};

const LOGGED_WITHIN_MS = 20_000;
/** An answer, or Redis being away. */
const expected = ['fine', 'gateway_unavailable'];

/**
 * Holds the books against everything that a user's clients were told, from its first request on: each request has its one entry, which is a
 * success where its client got a whole answer and only there; the provider saw as many calls as there are attempts; log, sums and counters
 * agree.
 */
export async function expectAgreement(witnesses: Witnesses, told: readonly Told[]): Promise<void> {
  const { operator, user, key, environment } = witnesses;
  expect(told.filter(({ result }) => !expected.includes(result))).toEqual([]);
  const patience = { timeout: LOGGED_WITHIN_MS, interval: 500 };
  const known = async () => [...(await entriesOf(operator, user)).keys()].toSorted();
  await expect.poll(known, patience).toEqual(told.map(({ requestId }) => requestId).toSorted());

  const entries = await entriesOf(operator, user);
  const otherwise = told.filter(
    ({ requestId, result }) => (entries.get(requestId)?.outcome === 'success') !== (result === 'fine'),
  );
  expect(otherwise).toEqual([]);
  const attempts = [...entries.values()].reduce((sum, entry) => sum + entry.attempts, 0);
  expect(key.calls()).toHaveLength(attempts);
  expect(await operator.usage({ user })).toMatchObject([{ requests: told.length }]);
  expect(await ledgerReport(environment)).toContain('The books balance: 0 differences.');
}
