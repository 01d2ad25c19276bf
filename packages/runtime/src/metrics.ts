import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Service } from './config/variable.ts';

/**
 * A registry of Prometheus metrics with those of the process itself, all labelled with the service, and with `labels`.
 * Labels of further metrics take their values from closed sets, never from what a caller sends.
 */
export function createMetrics(service: Service, labels: Readonly<Record<string, string>> = {}): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service, ...labels });
  collectDefaultMetrics({ register: registry });
  return registry;
}
