import { closedLoop } from '../../load/closed-loop.ts';
import { requestBytes } from '../../load/request-bytes.ts';
import { bodies } from '../../workloads.ts';

const callers = 64;

/** So many sessions of these users with one turn each, begun as any caller begins one. @throws where one in a hundred failed. */
export async function addSessions(port: number, gatewayKeys: readonly string[], count: number): Promise<void> {
  let next = 0;
  const request = (): Buffer => {
    const session = next++;
    const gatewayKey = gatewayKeys[session % gatewayKeys.length];
    return requestBytes({ authorization: `Bearer ${gatewayKey}`, 'x-session-id': `existing-${session}` }, bodies.plain);
  };
  const { failed } = await closedLoop(
    { port, request },
    { callers, ms: Number.POSITIVE_INFINITY, mostRequests: count },
  );
  // On a machine that is busy with something else a few calls find Redis too slow.
  if (failed > count / 100) throw new Error(`${failed} of ${count} sessions could not be begun`);
}
