import { type Environment, type Service, type Variable, variables } from '@palimpsest/runtime';

const providerKey = /^(?:OPENAI|ANTHROPIC|GEMINI|OPENROUTER)_API_KEY(?:_|$)/;

/**
 * What one service gets of all variables: its own `PALIMPSEST_*`, and everything foreign. The master key, the operator key and provider keys
 * to import reach control alone.
 */
export function serviceEnvironment(service: Service, all: Environment): Environment {
  const table: Readonly<Record<string, Variable>> = variables;
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => {
      if (name.startsWith('PALIMPSEST_')) return table[name]?.readers.includes(service) ?? false;
      return service === 'control' || !providerKey.test(name);
    }),
  );
}
