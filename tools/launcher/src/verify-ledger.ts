/**
 * `make verify-ledger`: the command of metering, on the Redis that the variables name or else on that of `make up`, which need not run for it.
 */
import { join } from 'node:path';
import { runBesideGateway } from './run-beside-gateway.ts';

await runBesideGateway(join(import.meta.dirname, '../../../services/metering/src/verify-ledger.ts'));
