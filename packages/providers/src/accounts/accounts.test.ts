import { describe, expect, it } from 'vitest';
import { providers } from '../index.ts';

const { openai, anthropic, gemini, openrouter, openai_compatible: compatible } = providers;
const headers = (of: Record<string, string>) => ({ headers: of, body: '' });
const refusal = (body: unknown) => ({ headers: {}, body: JSON.stringify(body) });
const says = (message: string) => refusal({ error: { message } });
const team = '01234567-89ab-cdef-0123-456789abcdef';

describe('the account behind a key', () => {
  it('is what OpenAI and Anthropic name with every answer', () => {
    expect(openai.account(headers({ 'openai-organization': 'org-a' }))).toBe('org-a');
    expect(openai.account(headers({ 'openai-organization': 'org-a', 'openai-project': 'proj_b' }))).toBe(
      'org-a proj_b',
    );
    expect(anthropic.account(headers({ 'anthropic-organization-id': 'a-b-c' }))).toBe('a-b-c');
  });

  it.each([
    [
      'Groq',
      compatible,
      says('Rate limit reached for model `x` in organization `org_01abc` service tier `on_demand` on tokens per day'),
      'org_01abc',
    ],
    ['xAI', compatible, refusal({ code: 'x', error: `Too many requests for team ${team} and model grok-4.` }), team],
    ['OpenRouter', openrouter, refusal({ error: { message: 'x', code: 402 }, user_id: 'user_2abc' }), 'user_2abc'],
    [
      'Gemini, in its details',
      gemini,
      refusal([{ error: { details: [{ reason: 'RATE_LIMIT_EXCEEDED', metadata: { consumer: 'projects/123456' } }] } }]),
      'projects/123456',
    ],
    ['Gemini, in its text', gemini, says("Quota exceeded for consumer 'project_number:123456'."), 'projects/123456'],
  ])('is what %s names with a refusal', (_, provider, evidence, account) => {
    expect(provider.account(evidence)).toBe(account);
  });

  it('is the last one of a text: a model that a caller named may look like another', () => {
    const message = 'Rate limit reached for model `in organization `org_evil`` in organization `org_01abc` on requests';
    expect(compatible.account(says(message))).toBe('org_01abc');
  });

  it.each([
    ['a part of it', openai, headers({ 'openai-project': 'proj_b' })],
    ['nothing', openai, headers({ 'openai-organization': ' ' })],
    ['another provider', gemini, headers({ 'openai-organization': 'org-a' })],
    ['an answer that went well', compatible, headers({})],
    ['a page', gemini, { headers: {}, body: '<html>project_number:1</html>' }],
    ['no name', openrouter, refusal({ user_id: 7, error: { message: 'x' } })],
  ])('is not told by %s', (_, provider, evidence) => {
    expect(provider.account(evidence)).toBeUndefined();
  });

  it('is of bounded length, whatever is sent', () => {
    expect(openai.account(headers({ 'openai-organization': 'x'.repeat(9999) }))).toHaveLength(200);
    expect(openrouter.account(refusal({ user_id: 'x'.repeat(9999) }))).toHaveLength(200);
  });
});
