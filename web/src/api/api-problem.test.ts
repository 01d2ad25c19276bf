import { describe, expect, it } from 'vitest';
import { problemOf } from './api-problem.ts';

describe('problemOf', () => {
  it('keeps what the gateway said, and finds faults by their place', () => {
    const problem = problemOf(400, {
      type: 'urn:palimpsest:problem:invalid_request',
      title: 'The request is not valid',
      status: 400,
      detail: 'limits[0].amount: too small',
      errors: [{ path: 'limits[0].amount', message: 'too small' }],
    });
    expect(problem).toMatchObject({
      title: 'The request is not valid',
      message: 'limits[0].amount: too small',
      status: 400,
    });
    expect(problem.faults.get('limits[0].amount')).toBe('too small');
  });

  it.each(['<html>Bad gateway</html>', undefined, null, {}])(
    'is readable also where something else answered: %j',
    (body) => {
      expect(problemOf(502, body)).toMatchObject({
        status: 502,
        message: 'It was answered with the HTTP status 502.',
        faults: new Map(),
      });
    },
  );
});
