import { providers } from '@palimpsest/providers';
import { describe, expect, it } from 'vitest';
import { accountOf } from './account-of.ts';

describe('the account behind a key', () => {
  it('is what OpenAI and Anthropic name', () => {
    expect(accountOf(providers.openai, { 'openai-organization': 'org-a' })).toBe('org-a');
    expect(accountOf(providers.openai, { 'openai-organization': 'org-a', 'openai-project': 'proj_b' })).toBe(
      'org-a proj_b',
    );
    expect(accountOf(providers.anthropic, { 'anthropic-organization-id': 'a-b-c' })).toBe('a-b-c');
  });

  it('is not told by a part of it, by nothing, or by others', () => {
    expect(accountOf(providers.openai, { 'openai-project': 'proj_b' })).toBeUndefined();
    expect(accountOf(providers.openai, { 'openai-organization': ' ' })).toBeUndefined();
    expect(accountOf(providers.gemini, { 'openai-organization': 'org-a' })).toBeUndefined();
  });

  it('is of bounded length, whatever is sent', () => {
    expect(accountOf(providers.openai, { 'openai-organization': 'x'.repeat(9999) })).toHaveLength(200);
  });
});
