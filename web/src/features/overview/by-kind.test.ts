import { expect, it } from 'vitest';
import { byKind } from './by-kind.ts';

const alert = (kind: string, message: string) => ({ kind, message, at: '2026-11-30T12:00:00Z' });

it('puts alerts of a kind together, the kind of the latest first', () => {
  const [latest, other, older] = [
    alert('unpriced_model', 'b'),
    alert('key_anomaly', 'k'),
    alert('unpriced_model', 'a'),
  ];
  expect(byKind([latest, other, older])).toEqual([
    ['unpriced_model', [latest, older]],
    ['key_anomaly', [other]],
  ]);
});
