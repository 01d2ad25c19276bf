import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import type { Fault } from '../checked.ts';
import { faultWords } from './fault-words.ts';
import { invalid } from './problem.ts';

type Path = readonly PropertyKey[];

/** Checks a part of the request and names every fault by its place, as the client wrote it: `limits[0].amount`. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data: unknown) => {
    const parsed = schema.safeParse(data, { error: faultWords });
    if (parsed.success) return { value: parsed.data };
    const { issues } = parsed.error;
    if (httpPart === 'querystring' && schema instanceof z.ZodObject)
      return { error: invalid(issues.flatMap((issue) => parameterFaults(issue, Object.keys(schema.shape)))) };
    return { error: invalid(issues.flatMap((issue) => faultsOf(issue, [], httpPart ?? 'body'))) };
  };
};

/** A parameter that there is not may be another one misspelt: that the list is not narrowed must not go unseen. */
function parameterFaults(issue: z.core.$ZodIssue, allowed: readonly string[]): readonly Fault[] {
  if (issue.code !== 'unrecognized_keys') return faultsOf(issue, [], 'querystring');
  const message = `is no parameter of this address, which takes ${allowed.length === 0 ? 'none' : allowed.join(', ')}`;
  return issue.keys.map((path) => ({ path, message }));
}

function faultsOf(issue: z.core.$ZodIssue, above: Path, part: string): readonly Fault[] {
  const at = [...above, ...issue.path];
  const path = pathOf(at) || part;
  if (issue.code === 'unrecognized_keys')
    return [{ path, message: `does not have ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}` }];
  const meant = issue.code === 'invalid_union' ? formMeant(issue.errors) : undefined;
  if (meant !== undefined) return meant.flatMap((inner) => faultsOf(inner, at, part));
  return [{ path, message: lowerFirst(issue.message) }];
}

/** Of several forms that a value may have, the one that it was meant to have: what is wrong in there lies deepest. */
function formMeant(forms: readonly (readonly z.core.$ZodIssue[])[]): readonly z.core.$ZodIssue[] | undefined {
  const depths = forms.map((issues) => Math.max(0, ...issues.map((issue) => issue.path.length)));
  const deepest = Math.max(...depths);
  return deepest > 1 && depths.filter((depth) => depth === deepest).length === 1
    ? forms[depths.indexOf(deepest)]
    : undefined;
}

function pathOf(path: Path): string {
  let text = '';
  for (const step of path) text += typeof step === 'number' ? `[${step}]` : `${text === '' ? '' : '.'}${String(step)}`;
  return text;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
