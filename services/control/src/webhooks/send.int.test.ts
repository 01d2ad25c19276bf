import type { Resolve } from '@palimpsest/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReceiver } from '../testing/webhook-receiver.ts';
import { createWebhookAgent } from './address.ts';
import { sendMessage } from './send.ts';

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  receiver = await startReceiver(200);
});
afterAll(() => receiver.stop());

const toLoopback: Resolve = (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);

/** Sends a message to a name that leads to this machine. */
async function send(allowPrivate: boolean) {
  const dispatcher = createWebhookAgent(allowPrivate, toLoopback);
  const url = `http://hooks.example.com:${receiver.port}/`;
  const outgoing = { url, secret: 'whsec_AAAA', message: { id: 'msg_1', body: '{}' } };
  const sent = await sendMessage({ dispatcher, allowPrivate }, outgoing, new AbortController().signal);
  await dispatcher.destroy();
  return sent;
}

it('calls no private address that a name turns out to lead to, unless that is allowed', async () => {
  expect(await send(false)).toMatchObject({
    ok: false,
    status: null,
    reason: 'its name leads to an address that may not be called',
  });
  expect(receiver.received).toEqual([]);
  expect(await send(true)).toMatchObject({ ok: true, status: 200 });
  expect(receiver.received).toHaveLength(1);
});
