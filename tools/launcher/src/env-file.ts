import { parseEnv } from 'node:util';
import { StartProblem } from '@palimpsest/runtime';

const quotes = ["'", '"', '`'] as const;

/** The text of an env file that reads back as exactly these variables. Throws a StartProblem where a value cannot be quoted. */
export function formatEnvFile(variables: Readonly<Record<string, string | undefined>>): string {
  const lines = Object.entries(variables).map(([name, value = '']) => {
    const line = quotes
      .map((quote) => `${name}=${quote}${value}${quote}`)
      .find((text) => parseEnv(text)[name] === value);
    if (line === undefined)
      throw new StartProblem(`${name} cannot be written to an env file; allowed: text without some kind of quotes`);
    return `${line}\n`;
  });
  return lines.join('');
}
