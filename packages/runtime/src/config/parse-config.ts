import type { z } from 'zod';
import type { Environment } from './read-environment.ts';
import type { Reader, Service, Variable } from './variable.ts';
import { type VariableName, variables } from './variables.ts';

type Table = typeof variables;
type ValueOf<Kind extends Variable['kind']> = z.output<Kind['schema']>;
type Reads<R extends Reader, Name extends VariableName> = [R] extends [Table[Name]['readers'][number] | 'launcher']
  ? Name
  : never;
type Values<R extends Reader> = {
  readonly [Name in VariableName as Reads<R, Name>]: Table[Name] extends { readonly default: string }
    ? ValueOf<Table[Name]['kind']>
    : ValueOf<Table[Name]['kind']> | undefined;
};

/** What `R` reads, by variable name; one without a default may be undefined. What all services read is there for any `R`. */
export type Config<R extends Reader> = Values<R> & Values<Service>;

export type Parsed<R extends Reader> = {
  /** Undefined where there is any problem. */
  readonly config: Config<R> | undefined;
  /** One line each: variable, fault, what is allowed; never a secret. */
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
};

/** Checks what `reader` reads and what belongs together, and finds names that nothing reads. Pure. */
export function parseConfig<R extends Reader>(reader: R, environment: Environment): Parsed<R> {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, variable] of Object.entries<Variable>(variables)) {
    if (reader !== 'launcher' && !variable.readers.includes(reader)) continue;
    const text = environment[name] ?? variable.default;
    const parsed = text === undefined ? undefined : variable.kind.schema.safeParse(text);
    if (parsed?.success === false) {
      problems.push(`${name} ${parsed.error.issues[0]?.message ?? 'is wrong'}; allowed: ${variable.kind.allowed}`);
    }
    values[name] = parsed?.data;
  }
  problems.push(...together(reader, environment));
  return {
    // The table that types Config also filled `values`, name by name.
    config: problems.length === 0 ? (Object.freeze(values) as Config<R>) : undefined,
    problems,
    warnings: unknownNames(environment),
  };
}

const redisForms = ['PALIMPSEST_REDIS_URL', 'PALIMPSEST_REDIS_CLUSTER', 'PALIMPSEST_REDIS_SENTINELS'] as const;

function together(reader: Reader, environment: Environment): string[] {
  const problems: string[] = [];
  const given = redisForms.filter((name) => environment[name] !== undefined);
  if (given.length > 1) problems.push(`${given.join(' and ')} exclude each other; allowed: one of them`);
  if (given.length === 0 && reader !== 'launcher')
    problems.push(`PALIMPSEST_REDIS_URL is not set; allowed: one of ${redisForms.join(', ')}`);
  if (given.includes('PALIMPSEST_REDIS_SENTINELS') && environment.PALIMPSEST_REDIS_MASTER_NAME === undefined)
    problems.push(
      'PALIMPSEST_REDIS_MASTER_NAME is not set; allowed: the name under which the Sentinels know the master',
    );
  if (environment.PALIMPSEST_MASTER_KEY !== undefined && environment.PALIMPSEST_MASTER_KEY_FILE !== undefined)
    problems.push('PALIMPSEST_MASTER_KEY and PALIMPSEST_MASTER_KEY_FILE exclude each other; allowed: one of them');
  return problems;
}

const unknownNames = (environment: Environment): string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith('PALIMPSEST_') && !Object.hasOwn(variables, name))
    .sort()
    .map((name) => `${name} is not a variable of Palimpsest Gateway and is ignored`);
