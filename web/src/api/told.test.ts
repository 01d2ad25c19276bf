import { expect, it } from 'vitest';
import { isTold } from './told.ts';

const asked = (queryKey: readonly unknown[], data?: unknown, fetchFailureCount = 0) => ({
  queryKey,
  state: { data, fetchStatus: 'fetching', fetchFailureCount },
});

it('reads again what is of a topic that changed, whatever else it is asked by', () => {
  expect(isTold(asked(['requests', { user: 'usr_1' }]), ['requests', 'usage'])).toBe(true);
  expect(isTold(asked(['model-routes']), ['routes'])).toBe(true);
  expect(isTold(asked(['request', 'req_1']), ['requests'])).toBe(true);
  expect(isTold(asked(['prices']), ['requests'])).toBe(false);
});

it('reads everything again that changes where it is not known what did', () => {
  expect(isTold(asked(['keys']))).toBe(true);
  expect(isTold(asked(['session']))).toBe(false);
  expect(isTold(asked(['user-name', 'usr_1']))).toBe(false);
});

it('leaves a list alone whose older pages are being read', () => {
  expect(isTold(asked(['audit'], { pages: [1] }), ['audit'])).toBe(true);
  expect(isTold(asked(['audit'], { pages: [1, 2] }), ['audit'])).toBe(false);
});

it('leaves alone what is being tried again', () => {
  const failing = asked(['keys'], undefined, 1);
  expect(isTold(failing, ['keys'])).toBe(false);
  expect(isTold({ ...failing, state: { ...failing.state, fetchStatus: 'idle' } }, ['keys'])).toBe(true);
});
