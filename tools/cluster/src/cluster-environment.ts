import type { Environment } from '@palimpsest/runtime';

// A Redis of somebody's own and its data are none of this run's business, and neither is whatever stands before the balancer.
const brought = /^PALIMPSEST_(?:DATA_DIR|REDIS_.*|LISTEN_HOST)$/;

/** The caller's own variables without those that this run brings itself. */
export const clusterEnvironment = (own: Environment): Environment =>
  Object.fromEntries(Object.entries(own).filter(([name]) => !brought.test(name)));
