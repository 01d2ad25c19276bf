import { z } from 'zod';
import { type Problem, type ProblemCode, problems } from '../problem.ts';

const codes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]];

export const problemSchema = z
  .object({
    type: z.string().meta({ description: 'A URN that names the kind of problem.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string().meta({ description: 'The id of the request, as in the log.' }),
    code: z.enum(codes),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    conflicts_with: z.object({ id: z.string(), name: z.string() }).optional(),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details.' });

export const problemBody = (problem: Problem, instance: string): z.output<typeof problemSchema> => ({
  type: `urn:palimpsest:problem:${problem.code}`,
  title: problems[problem.code].title,
  status: problem.status,
  detail: problem.message,
  instance,
  code: problem.code,
  ...(problem.options.errors === undefined ? {} : { errors: [...problem.options.errors] }),
  ...(problem.options.conflictsWith === undefined ? {} : { conflicts_with: problem.options.conflictsWith }),
});

const described = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: problemSchema } },
});

/** The refusals that any route may answer with. */
export const refusals = {
  '4xx': described('The request cannot be done as it is.'),
  '5xx': described('The gateway or something that it needs does not work now.'),
};
