import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { StartProblem } from './start-problem.ts';
import { variables } from './variables.ts';

/** Variables as text, process and env file merged; an empty text counts as unset. */
export type Environment = Readonly<Record<string, string>>;

/**
 * The process's variables over those of the env file (`PALIMPSEST_ENV_FILE`, which need not exist).
 * This file alone uses `process.env`. Throws a StartProblem where the file exists and cannot be read.
 */
export function readEnvironment(own: Readonly<Record<string, string | undefined>> = process.env): Environment {
  const file = own.PALIMPSEST_ENV_FILE ?? variables.PALIMPSEST_ENV_FILE.default;
  const merged = { ...(file === '' ? {} : readEnvFile(file)), ...own };
  return Object.fromEntries(
    Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}

/** Libraries read variables of theirs from the process by themselves: those of an env file are to hold as well. */
export function tellLibraries(environment: Environment, prefix: string): void {
  for (const [name, value] of Object.entries(environment)) if (name.startsWith(prefix)) process.env[name] ??= value;
}

function readEnvFile(file: string): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      if (error.code === 'ENOENT') return {};
      throw new StartProblem(`PALIMPSEST_ENV_FILE: ${file} cannot be read (${String(error.code)})`);
    }
    throw error;
  }
}
