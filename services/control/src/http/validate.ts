import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import type { Fault } from '../checked.ts';
import { invalid } from './problem.ts';

/** Checks a part of the request and names every fault by its place, as the client wrote it: `limits[0].amount`. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data: unknown) => {
    const parsed = schema.safeParse(data);
    if (parsed.success) return { value: parsed.data };
    return { error: invalid(parsed.error.issues.map((issue) => faultOf(issue, httpPart ?? 'body'))) };
  };
};

function faultOf(issue: z.core.$ZodIssue, part: string): Fault {
  const path = pathOf(issue.path) || part;
  if (issue.code === 'unrecognized_keys')
    return { path, message: `does not have ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}` };
  return { path, message: lowerFirst(issue.message) };
}

function pathOf(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) text += typeof step === 'number' ? `[${step}]` : `${text === '' ? '' : '.'}${String(step)}`;
  return text;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
