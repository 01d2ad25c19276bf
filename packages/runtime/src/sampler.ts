import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { Environment } from './config/read-environment.ts';
import { StartProblem } from './config/start-problem.ts';

/** By the names of the specification (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables). */
const samplers = new Map<string, (ratio: number) => Sampler>(
  Object.entries({
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
    parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
    parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
  }),
);

/**
 * Which traces are made: `OTEL_TRACES_SAMPLER`, and the share of those that begin here, `OTEL_TRACES_SAMPLER_ARG`. Left out: all, or that
 * share, unless the caller's trace says otherwise.
 * @throws StartProblem where either is none.
 */
export function samplerFrom({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: Environment): Sampler {
  const make = samplers.get(name ?? 'parentbased_traceidratio');
  if (make === undefined)
    throw new StartProblem(`OTEL_TRACES_SAMPLER is none: one of ${[...samplers.keys()].join(', ')} is allowed`);
  // The others have no use for it, or another one.
  const ratio = name === undefined || name.endsWith('traceidratio') ? Number(share ?? 1) : 1;
  if (!(ratio >= 0 && ratio <= 1))
    throw new StartProblem('OTEL_TRACES_SAMPLER_ARG is no share: a number from 0 to 1 is allowed');
  return make(ratio);
}
