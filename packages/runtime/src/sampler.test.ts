import { expect, it } from 'vitest';
import { StartProblem } from './config/start-problem.ts';
import { samplerFrom } from './sampler.ts';

it.each([
  [{}, 'ParentBased{root=TraceIdRatioBased{1}'],
  [{ OTEL_TRACES_SAMPLER_ARG: '0.1' }, 'ParentBased{root=TraceIdRatioBased{0.1}'],
  [{ OTEL_TRACES_SAMPLER: 'always_off', OTEL_TRACES_SAMPLER_ARG: 'any' }, 'AlwaysOffSampler'],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' }, 'TraceIdRatioBased{0.5}'],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_always_on' }, 'ParentBased{root=AlwaysOnSampler'],
])('%j chooses %s', (environment, name) => {
  expect(samplerFrom(environment).toString()).toContain(name);
});

it.each([{ OTEL_TRACES_SAMPLER: 'sometimes' }, { OTEL_TRACES_SAMPLER_ARG: 'ten' }, { OTEL_TRACES_SAMPLER_ARG: '2' }])(
  '%j is refused at the start, with what is allowed',
  (environment) => {
    expect(() => samplerFrom(environment)).toThrow(StartProblem);
    expect(() => samplerFrom(environment)).toThrow(/allowed/);
  },
);
