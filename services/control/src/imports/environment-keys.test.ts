import { describe, expect, it } from 'vitest';
import { environmentKeys } from './environment-keys.ts';

const secret = 'sk-1234567890ab';

describe('provider keys in the environment', () => {
  it('are found for all four providers, with and without a name', () => {
    const { keys, problems } = environmentKeys({
      OPENAI_API_KEY: secret,
      OPENAI_API_KEY_FREE_TIER: secret,
      ANTHROPIC_API_KEY_PAID: secret,
      GEMINI_API_KEY: secret,
      OPENROUTER_API_KEY: secret,
      OPENAI_API_KEYS: 'not one',
      MY_OPENAI_API_KEY: 'not one',
      PATH: '/bin',
    });
    expect(problems).toEqual([]);
    expect(keys.map(({ variable, input }) => [variable, input.provider, input.name])).toEqual([
      ['ANTHROPIC_API_KEY_PAID', 'anthropic', 'anthropic-paid'],
      ['GEMINI_API_KEY', 'gemini', 'gemini'],
      ['OPENAI_API_KEY', 'openai', 'openai'],
      ['OPENAI_API_KEY_FREE_TIER', 'openai', 'openai-free-tier'],
      ['OPENROUTER_API_KEY', 'openrouter', 'openrouter'],
    ]);
  });

  it('take their cap, models and address from the variables beside them', () => {
    const { keys, problems } = environmentKeys({
      OPENAI_API_KEY_FREE: secret,
      OPENAI_API_KEY_FREE__REQUESTS_PER_DAY: '200',
      OPENAI_API_KEY_FREE__MODELS: 'gpt-4o, gpt-4*,',
      OPENAI_API_KEY_FREE__BASE_URL: 'http://localhost:9000/v1/',
      OPENAI_API_KEY: secret,
      OPENAI_API_KEY__MODELS: 'gpt-5',
    });
    expect(problems).toEqual([]);
    expect(keys).toMatchObject([
      { input: { models: ['gpt-5'], baseUrl: null, limits: [] } },
      {
        input: {
          models: ['gpt-4o', 'gpt-4*'],
          baseUrl: 'http://localhost:9000/v1',
          limits: [{ metric: 'requests', amount: 200, period: 'day', timeZone: 'UTC', enforce: true }],
        },
      },
    ]);
  });

  it('may have the caps that the operator API takes, and none beyond', () => {
    const capped = (text: string) =>
      environmentKeys({ OPENAI_API_KEY: secret, OPENAI_API_KEY__REQUESTS_PER_DAY: text }).problems;
    expect(capped('1000000000000')).toEqual([]);
    expect(capped('1000000000001')).toEqual([
      'OPENAI_API_KEY__REQUESTS_PER_DAY is not a number of requests; allowed: a whole number from 1 to 1000000000000',
    ]);
  });

  it('are refused with the variable, its fault and what is allowed, never with the secret', () => {
    const { problems } = environmentKeys({
      OPENAI_API_KEY: 'has a blank',
      GEMINI_API_KEY: secret,
      GEMINI_API_KEY__REQUESTS_PER_DAY: '-1',
      GEMINI_API_KEY__BASE_URL: 'http://169.254.169.254/',
      GEMINI_API_KEY__COLOR: 'blue',
      ANTHROPIC_API_KEY_X__MODELS: 'claude-*',
    });
    expect(problems).toHaveLength(5);
    for (const variable of [
      'OPENAI_API_KEY ',
      'GEMINI_API_KEY__REQUESTS_PER_DAY',
      'GEMINI_API_KEY__BASE_URL',
      'GEMINI_API_KEY__COLOR',
      'ANTHROPIC_API_KEY_X__MODELS',
    ])
      expect(problems.filter((line) => line.startsWith(variable))).toHaveLength(1);
    expect(problems.join('\n')).not.toContain('has a blank');
  });
});
