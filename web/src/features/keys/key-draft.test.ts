import { describe, expect, it } from 'vitest';
import type { Key } from '../../api/schema.gen.ts';
import { emptyKey, keyChangeBody, keyDraft, newKeyBody } from './key-draft.ts';

const key: Key = {
  id: 'key_01KXYZ',
  name: 'free',
  provider: 'openrouter',
  secret_hint: 'abcd',
  base_url: 'https://openrouter.ai/api/v1',
  vendor: 'openrouter',
  models: ['meta/*', { name: 'gpt-4o', upstream: 'openai/gpt-4o' }],
  quota_group: null,
  limits: [{ metric: 'requests', amount: 200, period: 'day', time_zone: 'UTC', enforce: true }],
  timeouts: {},
  enabled: true,
  created_at: '2026-11-29T00:00:00.000Z',
  updated_at: '2026-11-29T00:00:00.000Z',
  state: 'active',
  until: null,
  reason: null,
  model_states: [],
  remaining: [],
  resets_at: null,
  usage_today: null,
  learned_limits: [],
  last_used_at: null,
  consecutive_failures: 0,
};

describe('newKeyBody', () => {
  it('leaves to the gateway what was left empty', () => {
    expect(newKeyBody({ ...emptyKey, name: ' free ', secret: 'sk-1', models: ['gpt-4*', 'a=b/c'] })).toEqual({
      name: 'free',
      provider: 'openai',
      secret: 'sk-1',
      models: ['gpt-4*', { name: 'a', upstream: 'b/c' }],
      base_url: null,
      vendor: null,
      quota_group: null,
      limits: [],
      timeouts: { first_byte_ms: null, stall_ms: null, plain_ms: null },
    });
  });
});

describe('keyChangeBody', () => {
  it('changes nothing where nothing was touched', () => {
    expect(keyChangeBody(keyDraft(key), key)).toEqual({});
  });

  it('sends only what was touched, and brings the default back for what was emptied', () => {
    const draft = keyDraft(key);
    expect(keyChangeBody({ ...draft, vendor: '', limits: [], models: ['meta/*'] }, key)).toEqual({
      vendor: null,
      limits: [],
      models: ['meta/*'],
    });
  });

  it('keeps the timeouts that were not touched', () => {
    const slow = { ...key, timeouts: { stall_ms: 5000, plain_ms: 9000 } };
    const draft = keyDraft(slow);
    expect(keyChangeBody(draft, slow)).toEqual({});
    expect(keyChangeBody({ ...draft, timeouts: { ...draft.timeouts, stall: '' } }, slow)).toEqual({
      timeouts: { first_byte_ms: null, stall_ms: null, plain_ms: 9000 },
    });
  });

  it('replaces the secret only where a new one was entered', () => {
    expect(keyChangeBody({ ...keyDraft(key), secret: 'sk-new' }, key)).toEqual({ secret: 'sk-new' });
  });
});
