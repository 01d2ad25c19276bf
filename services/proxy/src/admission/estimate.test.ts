import { describe, expect, it } from 'vitest';
import { estimateAnswer, estimateTokens, promptTokens } from './estimate.ts';

describe('an estimate of tokens', () => {
  it('grows with the text, and counts other scripts denser than Latin', () => {
    expect(estimateTokens('')).toBe(0);
    expect(estimateTokens('a'.repeat(400))).toBe(100);
    expect(estimateTokens('你好世界'.repeat(10))).toBeGreaterThan(estimateTokens('abcd'.repeat(10)));
  });

  it('does not take an inline picture for text', () => {
    const url = `data:image/png;base64,${'A'.repeat(400_000)}`;
    expect(
      promptTokens(
        { model: 'm', messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }] },
        estimateTokens,
      ),
    ).toBeLessThan(2000);
  });

  it("holds the client's limit for each choice, else the gateway's", () => {
    const messages = [{ role: 'user', content: 'x' }] as const;
    expect(estimateAnswer({ model: 'm', messages, max_tokens: 10, n: 3 }, 4096)).toBe(30);
    expect(estimateAnswer({ model: 'm', messages, max_tokens: 10, max_completion_tokens: 20 }, 4096)).toBe(20);
    expect(estimateAnswer({ model: 'm', messages }, 4096)).toBe(4096);
  });
});
