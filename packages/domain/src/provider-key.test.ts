import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesGlob, upstreamModel } from './provider-key.ts';

describe('a glob', () => {
  it.each([
    ['gpt-4*', 'gpt-4o', true],
    ['gpt-4*', 'gpt-3.5', false],
    ['*/*', 'openai/gpt-4o', true],
    ['*/*', 'gpt-4o', false],
    ['a*b*c', 'a1b2c', true],
    ['a*b*c', 'acb', false],
    ['ab*ba', 'aba', false],
    ['*', '', true],
    ['gpt.4', 'gptx4', false],
  ])('%s over %s is %s', (glob, text, matches) => {
    expect(matchesGlob(glob, text)).toBe(matches);
  });

  it('agrees with the plain definition for any pattern, and takes no time over it', () => {
    const letters = fc.array(fc.constantFrom('a', 'b', '*'), { maxLength: 8 }).map((parts) => parts.join(''));
    const text = fc.array(fc.constantFrom('a', 'b'), { maxLength: 10 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(letters, text, (glob, given) => {
        expect(matchesGlob(glob, given)).toBe(new RegExp(`^${glob.replaceAll('*', '.*')}$`).test(given));
      }),
    );
    expect(matchesGlob(`${'a*'.repeat(500)}b`, 'a'.repeat(5000))).toBe(false);
  });
});

describe('the model that a key serves', () => {
  it("is one of its provider's own families where it names none", () => {
    expect(upstreamModel({ provider: 'anthropic', models: [] }, 'claude-sonnet-4-5')).toBe('claude-sonnet-4-5');
    expect(upstreamModel({ provider: 'anthropic', models: [] }, 'gpt-4o')).toBeUndefined();
    expect(upstreamModel({ provider: 'openai_compatible', models: [] }, 'llama')).toBeUndefined();
  });

  it('goes by its upstream name where it is mapped', () => {
    const models = [{ name: 'gpt-4o', upstream: 'openai/gpt-4o' }, 'meta/*'];
    expect(upstreamModel({ provider: 'openrouter', models }, 'gpt-4o')).toBe('openai/gpt-4o');
    expect(upstreamModel({ provider: 'openrouter', models }, 'meta/llama')).toBe('meta/llama');
    expect(upstreamModel({ provider: 'openrouter', models }, 'openai/gpt-4o')).toBeUndefined();
  });
});
