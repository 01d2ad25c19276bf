import type { User } from '../../api/schema.gen.ts';
import { type LimitDraft, limitBody, limitDraft } from '../limits/limit-draft.ts';

/** A user while it is entered or edited. */
export type UserDraft = {
  readonly name: string;
  /** Public names or globs; none: all models. */
  readonly models: readonly string[];
  readonly limits: readonly LimitDraft[];
};

export const emptyUser: UserDraft = { name: '', models: [], limits: [] };

export const userDraft = (user: User): UserDraft => ({
  name: user.name,
  models: user.models ?? [],
  limits: user.limits.map((limit, index) => limitDraft(limit, `${user.id}-${index}`)),
});

/** The body that stores a new user. */
export const userBody = (draft: UserDraft) => ({
  name: draft.name.trim(),
  models: draft.models.length === 0 ? null : [...draft.models],
  limits: draft.limits.map(limitBody),
});

/** What an edited user is changed in: only what was touched. */
export function userChangeBody(draft: UserDraft, user: User) {
  const before = userBody(userDraft(user));
  const after = userBody(draft);
  const touched = (name: keyof typeof after) => JSON.stringify(after[name]) !== JSON.stringify(before[name]);
  return {
    ...(touched('name') ? { name: after.name } : {}),
    ...(touched('models') ? { models: after.models } : {}),
    ...(touched('limits') ? { limits: after.limits } : {}),
  };
}
