import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Service } from './config/variable.ts';

/**
 * A registry of Prometheus metrics with those of the process itself, all labelled with the service.
 * Labels of further metrics take their values from closed sets, never from what a caller sends.
 */
export function createMetrics(service: Service): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}
