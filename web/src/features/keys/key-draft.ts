import type { Key } from '../../api/schema.gen.ts';
import { type LimitDraft, limitBody, limitDraft } from '../limits/limit-draft.ts';
import { modelEntries, modelTags } from './model-tags.ts';
import { noTimeouts, type TimeoutDraft, timeoutBody, timeoutDraft } from './timeout-draft.ts';

/** A key while it is entered or edited: everything as it stands in the fields; empty texts mean the default. */
export type KeyDraft = {
  readonly name: string;
  readonly provider: Key['provider'];
  readonly secret: string;
  readonly models: readonly string[];
  readonly baseUrl: string;
  readonly vendor: string;
  readonly quotaGroup: string;
  readonly limits: readonly LimitDraft[];
  readonly timeouts: TimeoutDraft;
};

export const emptyKey: KeyDraft = {
  name: '',
  provider: 'openai',
  secret: '',
  models: [],
  baseUrl: '',
  vendor: '',
  quotaGroup: '',
  limits: [],
  timeouts: noTimeouts,
};

/** A stored key, to be edited. Its secret cannot be read; left empty, it stays. */
export const keyDraft = (key: Key): KeyDraft => ({
  name: key.name,
  provider: key.provider,
  secret: '',
  models: modelTags(key.models),
  baseUrl: key.base_url,
  vendor: key.vendor,
  quotaGroup: key.quota_group ?? '',
  limits: key.limits.map((limit, index) => limitDraft(limit, `${key.id}-${index}`)),
  timeouts: timeoutDraft(key.timeouts),
});

/** The body that stores a new key. */
export const newKeyBody = (draft: KeyDraft) => ({ ...members(draft), provider: draft.provider, secret: draft.secret });

/** What an edited key is changed in: only what was touched, so that nobody else's change is undone. */
export function keyChangeBody(draft: KeyDraft, key: Key) {
  const before = members(keyDraft(key));
  const after = members(draft);
  const touched = (name: keyof typeof after) => JSON.stringify(after[name]) !== JSON.stringify(before[name]);
  return {
    ...(touched('name') ? { name: after.name } : {}),
    ...(touched('models') ? { models: after.models } : {}),
    ...(touched('base_url') ? { base_url: after.base_url } : {}),
    ...(touched('vendor') ? { vendor: after.vendor } : {}),
    ...(touched('quota_group') ? { quota_group: after.quota_group } : {}),
    ...(touched('limits') ? { limits: after.limits } : {}),
    ...(touched('timeouts') ? { timeouts: after.timeouts } : {}),
    ...(draft.secret === '' ? {} : { secret: draft.secret }),
  };
}

const members = (draft: KeyDraft) => ({
  name: draft.name.trim(),
  models: modelEntries(draft.models),
  base_url: orNull(draft.baseUrl),
  vendor: orNull(draft.vendor),
  quota_group: orNull(draft.quotaGroup),
  limits: draft.limits.map(limitBody),
  timeouts: timeoutBody(draft.timeouts),
});

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
