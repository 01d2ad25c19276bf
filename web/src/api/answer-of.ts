import { problemOf, unreachable } from './api-problem.ts';

type Answer<Data> = {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
};

/**
 * The body of a call's answer.
 *
 * @throws ApiProblem where the call was refused or nobody answered.
 */
export async function answerOf<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    // This is how fetch says that no answer came.
    throw cause instanceof TypeError ? unreachable() : cause;
  });
  if (!response.ok) throw problemOf(response.status, error);
  return data as Data;
}
