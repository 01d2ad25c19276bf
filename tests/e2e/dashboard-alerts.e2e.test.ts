import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboardScene } from './dashboard/dashboard-scene.ts';

const playing = dashboardScene();

/** A program that takes every message of a webhook. */
const received: { readonly headers: IncomingHttpHeaders; readonly text: string }[] = [];
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    received.push({ headers: request.headers, text: Buffer.concat(parts).toString() });
    response.writeHead(204).end();
  });
});
let receiverUrl: string;
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
});
afterAll(() => {
  receiver.close();
  receiver.closeAllConnections();
});

const typeOf = ({ text }: { readonly text: string }) => (JSON.parse(text) as { type: string }).type;

test('a model without a price is told on the page and to a webhook, and an operator acknowledges it', async () => {
  const { dashboard, scene } = playing();
  const page = await dashboard.signedIn();
  await page.getByRole('link', { name: 'Alerts', exact: true }).click();
  await page.getByText('No alerts yet').waitFor();

  await page.getByRole('button', { name: 'Add a webhook' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(receiverUrl);
  await page.getByRole('textbox', { name: 'Name' }).fill('on call');
  await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
  const secret = String(
    await page
      .getByRole('dialog')
      .getByText(/^whsec_/)
      .textContent(),
  );
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('button', { name: 'Test on call' }).click();
  await page.getByRole('button', { name: 'Send it' }).click();
  await page.getByText('The receiver took the message.').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  expect(received.map(typeOf)).toEqual(['webhook.test']);

  await scene.key('openai', [answer('hello')]);
  const user = await scene.user();
  await user.openai.chat.completions.create({ model: scene.model, messages: [{ role: 'user', content: 'hello' }] });
  const row = page.getByRole('row').filter({ hasText: 'Model without a price' });
  await row.getByText(scene.model).waitFor();
  await expect.poll(() => received.map(typeOf), { timeout: 20_000 }).toContain('alert.raised');
  const message = received.at(-1);
  const [id, time] = [message?.headers['webhook-id'], message?.headers['webhook-timestamp']].map(String);
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${time}.${message?.text}`).digest('base64');
  expect(message?.headers['webhook-signature']).toBe(`v1,${signature}`);

  await row.getByRole('button', { name: /^Acknowledge/ }).press('Enter');
  await row.getByText('seen by dashboard').waitFor();
  expect(await row.getByRole('button', { name: /^Acknowledge/ }).count()).toBe(0);

  await row.getByRole('link', { name: `Enter price of ${scene.model}` }).click();
  expect(await page.getByRole('textbox', { name: 'Model' }).inputValue()).toBe(scene.model);
  await page.getByRole('textbox', { name: 'Input, per million tokens', exact: true }).fill('1');
  await page.getByRole('textbox', { name: 'Output, per million tokens' }).fill('1');
  await page.getByRole('dialog').getByRole('button', { name: 'Enter price' }).click();
  await page.getByRole('cell', { name: scene.model, exact: true }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.getByRole('link', { name: 'Alerts', exact: true }).click();
  await row.getByText('ended', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Delete on call' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText('Nobody is told of alerts').waitFor();
  expect(dashboard.faults()).toEqual([]);
});

test('rules are set on the page, which says what is not allowed', async () => {
  const { dashboard, scene } = playing();
  const page = await dashboard.signedIn();
  await page.getByRole('link', { name: 'Alerts', exact: true }).click();
  await page.getByRole('button', { name: 'Rules' }).click();
  const rule = page.getByRole('group', { name: 'Error rate' });
  await rule.getByLabel('Failed above, %').fill('40');
  // The browser allows only what the gateway does.
  await rule.getByLabel('In the last minutes').fill('7');
  await page.getByRole('button', { name: 'Save' }).click();
  expect(await rule.locator('input:invalid').count()).toBe(1);
  await rule.getByLabel('In the last minutes').fill('30');
  await page.getByRole('group', { name: 'Key anomaly' }).getByRole('switch').press('Space');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await scene.operator.call('GET', '/alert-rules')).toMatchObject({
    key_anomaly: { enabled: false },
    error_rate: { enabled: true, error_percent: 40, window_minutes: 30 },
  });
  expect(dashboard.faults()).toEqual([]);
});

test('rules that cannot be read are said to be so, and are read again when that is asked for', async () => {
  const { dashboard } = playing();
  const page = await dashboard.signedIn();
  await page.route('**/api/v1/alert-rules', (route) => route.fulfill({ status: 403, body: '' }));
  await page.goto('/alerts');
  const notice = page.getByRole('alert').filter({ hasText: 'Rules: The gateway could not answer' });
  await notice.waitFor();
  expect(await page.getByRole('button', { name: 'Rules' }).isDisabled()).toBe(true);
  await page.unroute('**/api/v1/alert-rules');
  await notice.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Rules' }).click();
  await page.getByRole('group', { name: 'Error rate' }).waitFor();
  expect(await notice.count()).toBe(0);
  expect(dashboard.faults()).toEqual([]);
});

test('a name of two hundred characters fills neither page, and is shown whole where it is pointed at', async () => {
  const { dashboard, scene } = playing();
  const model = 'long-name-'.repeat(20);
  await scene.key('openai', [answer('hello')], { models: [model] });
  const user = await scene.user();
  await user.openai.chat.completions.create({ model, messages: [{ role: 'user', content: 'hello' }] });
  for (const width of [1280, 390]) {
    const page = await dashboard.signedIn({ viewport: { width, height: 800 } });
    for (const path of ['/', '/alerts']) {
      await page.goto(path);
      const name = page.getByTitle(model, { exact: true }).first();
      await name.waitFor();
      const sentence = (await name.locator('xpath=..').boundingBox()) ?? { x: 0, width: 0, height: 0 };
      expect([path, sentence.x + sentence.width <= width, sentence.height < 160]).toEqual([path, true, true]);
      expect((await name.boundingBox())?.width).toBeLessThan(width / 2 + 1);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
  }
  expect(dashboard.faults()).toEqual([]);
});
