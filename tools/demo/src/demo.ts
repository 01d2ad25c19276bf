import { setTimeout as wait } from 'node:timers/promises';
import type { Launched } from '@palimpsest/launcher';
import { type LoggedRequest, type OperatorApi, operatorApi, type SimulatedProviders } from '@palimpsest/testkit';
import { chainTable } from './chain-table.ts';
import { askThrice } from './client.ts';
import { setScenery } from './scenery.ts';

const LOGGED_WITHIN_MS = 10_000;

/** Plays the demo on a running gateway and prints each request with its chain, as the request log has it, and how to ask for more. */
export async function playDemo(
  gateway: Pick<Launched, 'proxyUrl' | 'controlUrl' | 'operatorKey'>,
  providers: SimulatedProviders,
  print: (line: string) => void,
): Promise<void> {
  const operator = operatorApi(gateway.controlUrl, gateway.operatorKey);
  const { gatewayKey, keyNames } = await setScenery(operator, providers);
  for await (const { title, requestId, answer } of askThrice(gateway.proxyUrl, gatewayKey)) {
    const entry = await loggedRequest(operator, requestId);
    print('');
    print(`${title}`);
    print(
      `  POST /v1/chat/completions  model ${entry.model}  ${entry.outcome}, attempts ${entry.attempts}, cost ${entry.cost ?? 'unknown'} USD`,
    );
    for (const line of chainTable(entry, keyNames)) print(`  ${line}`);
    print(`  "${answer}"`);
  }
  print('');
  print('ask for yourself (the key is worth nothing once the demo ends):');
  print(`  curl ${gateway.proxyUrl}/v1/chat/completions -H 'authorization: Bearer ${gatewayKey}' \\`);
  print(
    `    -H 'content-type: application/json' -d '{"model":"smart","messages":[{"role":"user","content":"hello"}]}'`,
  );
}

/** The log is written by metering, a moment after the answer. */
async function loggedRequest(operator: OperatorApi, requestId: string): Promise<LoggedRequest> {
  const deadline = Date.now() + LOGGED_WITHIN_MS;
  for (;;) {
    try {
      return await operator.request(requestId);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await wait(50);
    }
  }
}
