/**
 * `make rekey` and `make rotate-secrets`: the command of control, on the Redis that the variables name or else on that of `make up`, which
 * need not run for it.
 */
import { join } from 'node:path';
import { runBesideGateway } from './run-beside-gateway.ts';

await runBesideGateway(join(import.meta.dirname, '../../../services/control/src/rotate.ts'));
