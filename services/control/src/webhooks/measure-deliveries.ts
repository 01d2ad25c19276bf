import { Counter, type Registry } from 'prom-client';

/** Counts every attempt to deliver a message to a webhook. */
export function measureDeliveries(registry: Registry): (result: 'delivered' | 'failed' | 'given_up') => void {
  const deliveries = new Counter({
    registers: [registry],
    name: 'palimpsest_control_webhook_deliveries_total',
    help: 'Attempts to deliver a message to a webhook: delivered, failed and to be repeated, or given up.',
    labelNames: ['result'] as const,
  });
  return (result) => deliveries.inc({ result });
}
