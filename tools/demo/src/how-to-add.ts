import { type SimulatedName, simulatedNames, type UsualKey } from './usual-keys.ts';

/** A model that the simulated provider lists; a key for it need name no other. */
const models: Readonly<Record<SimulatedName, string>> = {
  openai: 'gpt-4o-mini',
  anthropic: 'claude-haiku-4-5',
  gemini: 'gemini-2.5-flash',
  openrouter: 'openai/gpt-4o',
  openai_compatible: 'llama3.1',
};

/** The gateway that keys are to be added to. */
export type Gateway = { readonly controlUrl: string; readonly operatorKeyFile: string };

/** The lines that say where the providers are, what their keys do, and how a gateway gets one: a command for each. */
export function howToAdd(
  baseUrls: Readonly<Record<SimulatedName, { readonly baseUrl: string }>>,
  keys: readonly UsualKey[],
  { controlUrl, operatorKeyFile }: Gateway,
): string[] {
  const body = (provider: SimulatedName) =>
    JSON.stringify({
      name: `simulated-${provider}`,
      provider,
      base_url: baseUrls[provider].baseUrl,
      models: [models[provider]],
      secret: keys[0]?.secret,
    });
  return [
    'simulated providers',
    ...simulatedNames.map((name) => `  ${name.padEnd(18)} ${baseUrls[name].baseUrl.padEnd(30)} e.g. ${models[name]}`),
    '',
    'a key with this secret, at any of them',
    ...keys.map(({ secret, does }) => `  ${secret.padEnd(22)} ${does}`),
    '  any other              is refused, as the real provider refuses it',
    '',
    'a key of each for the gateway of `make up`, in another terminal (or on the page Keys of the dashboard)',
    ...simulatedNames.map(
      (name) =>
        `  curl -sS ${controlUrl}/api/v1/keys -H "Authorization: Bearer $(cat '${operatorKeyFile}')" -H 'Content-Type: application/json' -d '${body(name)}'`,
    ),
    '',
  ];
}
