import type { Problem } from './schema.gen.ts';

type Told = Pick<Problem, 'title' | 'detail' | 'status' | 'errors'>;

/** Why a call of the operator API came to nothing, in words that an operator can read. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly title: string;
  /** The HTTP status; 0 where nobody answered. */
  readonly status: number;
  /** What is wrong with which member of the body, by path: `limits[0].amount`. */
  readonly faults: ReadonlyMap<string, string>;

  constructor({ title, detail, status, errors = [] }: Told) {
    super(detail);
    this.title = title;
    this.status = status;
    this.faults = new Map(errors.map(({ path, message }) => [path, message]));
  }
}

/** What a call was answered with, as a problem; also where whoever stands before control answered in its place. */
export const problemOf = (status: number, body: unknown): ApiProblem =>
  new ApiProblem(
    isProblem(body)
      ? body
      : { title: 'The gateway could not answer', detail: `It was answered with the HTTP status ${status}.`, status },
  );

/** Nobody answered at all. */
export const unreachable = (): ApiProblem =>
  new ApiProblem({
    title: 'The gateway does not answer',
    detail: 'Control may be restarting, or the network may be down. This page goes on trying.',
    status: 0,
  });

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'title' in body && 'detail' in body && 'status' in body;
