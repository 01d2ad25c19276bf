import { answer, cutAfter, fail, type ScriptedStep, type SimulatedProviders } from '@palimpsest/testkit';

export type SimulatedName = Exclude<keyof SimulatedProviders, 'close'>;
/** All five. */
export const simulatedNames: readonly SimulatedName[] = [
  'openai',
  'anthropic',
  'gemini',
  'openrouter',
  'openai_compatible',
];

const retryAfterSeconds = 20;

/** What a simulated provider does with the calls of one secret, and how that is told. */
export type UsualKey = { readonly secret: string; readonly does: string };

const keys = (provider: SimulatedName): readonly (UsualKey & { readonly step: ScriptedStep })[] => {
  const text = `This is ${provider}, simulated: nobody thought about what you asked.`;
  return [
    { secret: 'sk-simulated-answers', does: 'answers', step: answer(text) },
    {
      secret: 'sk-simulated-limited',
      does: `is limited: 429, to be tried again in ${retryAfterSeconds} s`,
      step: fail(429, { retryAfter: retryAfterSeconds }),
    },
    { secret: 'sk-simulated-breaks', does: 'breaks off in the middle of each answer', step: cutAfter(3, text) },
    { secret: 'sk-simulated-down', does: 'fails: 500', step: fail(500) },
  ];
};

/** Makes every provider know the same few secrets; any other is refused as the real one refuses it. */
export function playUsualKeys(providers: SimulatedProviders): readonly UsualKey[] {
  for (const name of simulatedNames) for (const { secret, step } of keys(name)) providers[name].plays(secret, step);
  return keys('openai');
}
