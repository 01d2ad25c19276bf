import type { Limit, ProviderName } from '@palimpsest/domain';
import { mostAmount } from '../limits/most-amount.ts';
import { checkAddress } from '../provider-keys/address.ts';
import type { KeyInput } from '../provider-keys/rules.ts';
import { secretForm } from '../provider-keys/secret.ts';

/** A provider key that stands in the environment, under the name of its variable. */
export type EnvironmentKey = { readonly variable: string; readonly input: KeyInput; readonly secret: string };

const providerOf: Readonly<Record<string, ProviderName>> = {
  OPENAI: 'openai',
  ANTHROPIC: 'anthropic',
  GEMINI: 'gemini',
  OPENROUTER: 'openrouter',
};
const shape = /^(OPENAI|ANTHROPIC|GEMINI|OPENROUTER)_API_KEY(?:_(?!_)((?:(?!__)\w)+))?$/;
const suffixed = /^((?:OPENAI|ANTHROPIC|GEMINI|OPENROUTER)_API_KEY\w*?)__(\w+)$/;

/**
 * Finds `OPENAI_API_KEY`, `OPENAI_API_KEY_<NAME>` and those of the other providers, with what `__REQUESTS_PER_DAY`, `__MODELS`
 * and `__BASE_URL` say of them. `problems` name the variable, its fault and what is allowed; never a secret.
 */
export function environmentKeys(environment: Readonly<Record<string, string>>): {
  readonly keys: readonly EnvironmentKey[];
  readonly problems: readonly string[];
} {
  const keys: EnvironmentKey[] = [];
  const problems = strayProblems(environment);
  for (const [variable, secret] of Object.entries(environment).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [, word = '', name] = shape.exec(variable) ?? [];
    const provider = providerOf[word];
    if (provider === undefined) continue;
    if (!secretForm.test(secret)) {
      problems.push(`${variable} is not a secret; allowed: 1 to 4096 visible ASCII characters`);
      continue;
    }
    const requestsPerDay = requestsOf(environment, variable, problems);
    const baseUrl = addressOf(environment, variable, problems);
    const models = (environment[`${variable}__MODELS`] ?? '').split(',').map((model) => model.trim());
    keys.push({
      variable,
      secret,
      input: {
        name: name === undefined ? provider : `${provider}-${name.toLowerCase().replaceAll('_', '-')}`,
        provider,
        models: [...new Set(models)].filter((model) => model !== ''),
        baseUrl,
        vendor: null,
        quotaGroup: null,
        limits: requestsPerDay,
        timeouts: {},
        enabled: true,
      },
    });
  }
  return { keys, problems };
}

function requestsOf(environment: Readonly<Record<string, string>>, variable: string, problems: string[]): Limit[] {
  const name = `${variable}__REQUESTS_PER_DAY`;
  const text = environment[name];
  if (text === undefined) return [];
  if (!/^[1-9]\d{0,12}$/.test(text) || Number(text) > mostAmount) {
    problems.push(`${name} is not a number of requests; allowed: a whole number from 1 to ${mostAmount}`);
    return [];
  }
  return [
    { metric: 'requests', amount: Number(text), period: 'day', timeZone: 'UTC', models: undefined, enforce: true },
  ];
}

function addressOf(environment: Readonly<Record<string, string>>, variable: string, problems: string[]): string | null {
  const name = `${variable}__BASE_URL`;
  const text = environment[name];
  if (text === undefined) return null;
  const checked = checkAddress(text);
  if ('address' in checked) return checked.address;
  problems.push(`${name} ${checked.fault}`);
  return null;
}

const suffixes = new Set(['REQUESTS_PER_DAY', 'MODELS', 'BASE_URL']);

function strayProblems(environment: Readonly<Record<string, string>>): string[] {
  return Object.keys(environment).flatMap((variable) => {
    const [, key = '', suffix = ''] = suffixed.exec(variable) ?? [];
    if (key === '') return [];
    if (!suffixes.has(suffix)) return [`${variable} is not known; allowed after __: ${[...suffixes].join(', ')}`];
    return environment[key] === undefined ? [`${variable} belongs to ${key}, which is not set`] : [];
  });
}
