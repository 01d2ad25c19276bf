/**
 * Why a process cannot start, for the operator to mend: each line of the message names the cause and the way out, and no secret.
 * It ends the process with status 1 and without a stack.
 */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}
