import { expect, it } from 'vitest';
import { emptyRoute, isTaken, oneEarlier, routeBody, routeDraft } from './route-draft.ts';

it('sends a stored route back as it was', () => {
  const route = {
    name: 'smart',
    targets: [
      { provider: 'openai' as const, model: 'gpt-4o' },
      { provider: 'anthropic' as const, model: 'claude-sonnet-4-5' },
    ],
    system_prompt: 'Be brief.\n',
    created_at: '2026-11-29T00:00:00.000Z',
    updated_at: '2026-11-29T00:00:00.000Z',
  };
  expect(routeBody(routeDraft(route))).toEqual({ targets: route.targets, system_prompt: 'Be brief.\n' });
});

it('knows a name that a route has, spaces around it or not', () => {
  const routes = [{ name: 'smart' }];
  expect(['smart', ' smart ', 'Smart', 'smarter', ''].map((name) => isTaken(name, routes))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

it('sends no system prompt where none was entered', () => {
  expect(routeBody({ ...emptyRoute, systemPrompt: ' \n' }).system_prompt).toBeNull();
});

it('moves a target one place up, and the first nowhere', () => {
  expect(oneEarlier(['a', 'b', 'c'], 2)).toEqual(['a', 'c', 'b']);
  expect(oneEarlier(['a', 'b', 'c'], 0)).toEqual(['a', 'b', 'c']);
});
