import { expect, test } from 'vitest';
import { newWebhookSecret, signatureHeaders } from './signature.ts';

test('signs as the libraries of the specification do', () => {
  // The example by which those libraries are tested.
  const headers = signatureHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestampSeconds: 1_614_265_330,
    body: '{"test": 2432232314}',
  });
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('a new secret holds 32 bytes, and no two are alike', () => {
  const [first, second] = [newWebhookSecret(), newWebhookSecret()];
  expect(first).toMatch(/^whsec_/);
  expect(Buffer.from(first.slice(6), 'base64')).toHaveLength(32);
  expect(first).not.toBe(second);
});
