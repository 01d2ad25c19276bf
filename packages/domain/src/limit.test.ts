import { expect, test } from 'vitest';
import { limitName, readLimitName } from './limit.ts';

const counted = { metric: 'tokens', period: 'day', timeZone: 'America/Argentina/Ushuaia' } as const;
const nameOn = (models: readonly string[] | undefined): string =>
  limitName({ ...counted, models, amount: 1, enforce: true });

test.each([
  [undefined],
  [['gpt-4*']],
  [['a', 'b']],
  [['a,b']],
  [['a,*', 'ft:gpt-4o:org', 'openai/o3']],
  [['%2C', '100%', 'é,ü']],
])('the name of a counter tells which models it counts: %j', (models) => {
  expect(readLimitName(nameOn(models))).toEqual({ ...counted, models });
});

test('limits on other models have other counters, whatever the models are called', () => {
  expect(new Set([['a', 'b'], ['a,b'], ['a%2Cb']].map(nameOn)).size).toBe(3);
});
