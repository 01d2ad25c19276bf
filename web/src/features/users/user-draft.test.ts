import { expect, it } from 'vitest';
import type { User } from '../../api/schema.gen.ts';
import { emptyUser, userBody, userChangeBody, userDraft } from './user-draft.ts';

const user: User = {
  id: 'usr_01KXYZ',
  name: 'ada',
  limits: [{ metric: 'concurrent', amount: 4 }],
  models: ['smart'],
  gateway_keys: [],
  created_at: '2026-11-29T00:00:00.000Z',
  updated_at: '2026-11-29T00:00:00.000Z',
  remaining: [],
};

it('lets a user have all models where none is named', () => {
  expect(userBody({ ...emptyUser, name: ' ada ' })).toEqual({ name: 'ada', models: null, limits: [] });
});

it('sends only what was touched of an edited user', () => {
  const draft = userDraft(user);
  expect(userChangeBody(draft, user)).toEqual({});
  expect(userChangeBody({ ...draft, models: [], limits: [] }, user)).toEqual({ models: null, limits: [] });
});
