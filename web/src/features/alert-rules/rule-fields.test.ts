import { expect, it } from 'vitest';
import { rulesBody, rulesDraft, ruleWords } from './rule-fields.ts';

const rules = {
  low_capacity: { enabled: true, usable_keys_percent: 12.5, remaining_requests_percent: 10, for_minutes: 2 },
  key_anomaly: { enabled: false, consecutive_failures: 5, for_minutes: 0 },
  error_rate: { enabled: true, error_percent: 25, min_requests: 20, window_minutes: 15 },
};

it('sends back what it was given where nothing was entered', () => {
  expect(rulesBody(rulesDraft(rules))).toEqual(rules);
});

it('asks for every figure of every rule', () => {
  const asked = ruleWords.map(({ name, fields }) => [name, fields.map((field) => field.name)]);
  const draft = rulesDraft(rules);
  expect(Object.fromEntries(asked)).toEqual(
    Object.fromEntries(Object.entries(draft).map(([name, { figures }]) => [name, Object.keys(figures)])),
  );
});
