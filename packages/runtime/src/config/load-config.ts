import { type Config, parseConfig } from './parse-config.ts';
import { type Environment, readEnvironment } from './read-environment.ts';
import { StartProblem } from './start-problem.ts';
import type { Reader } from './variable.ts';

/**
 * The frozen configuration of `reader`, by variable name. Unknown `PALIMPSEST_*` names are handed to `warn`.
 * Throws a StartProblem that lists every problem, one line each.
 */
export function loadConfig<R extends Reader>(
  reader: R,
  environment: Environment = readEnvironment(),
  warn: (line: string) => void = console.warn,
): Config<R> {
  const { config, problems, warnings } = parseConfig(reader, environment);
  for (const line of warnings) warn(line);
  if (config === undefined) throw new StartProblem(problems.join('\n'));
  return config;
}
