import { answer, fail } from '@palimpsest/testkit';
import OpenAI from 'openai';
import { expect, test, vi } from 'vitest';
import { dashboardScene } from './dashboard/dashboard-scene.ts';
import { knownTo } from './house/scene.ts';

const playing = dashboardScene();

test('a gateway key shown once makes a call that fails over; the dashboard shows its chain, and revoking ends it', async () => {
  const { dashboard, scene } = playing();
  const free = await scene.key('openai', [fail(429, { retryAfter: 50 }), answer('from the free key')], {
    name: 'free tier',
    limits: [{ metric: 'requests', amount: 200, period: 'day' }],
  });
  await scene.key('anthropic', [answer('from the paid key')], { name: 'paid account' });

  const page = await dashboard.signedIn();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('button', { name: 'Add a user' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('ada');
  await page.getByRole('button', { name: 'Add user' }).click();
  await page.getByText('it is shown this once').waitFor();
  await page.getByText(`${dashboard.house.proxyUrl}/v1`, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const gatewayKey = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(gatewayKey).toMatch(/^pgw_live_/);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  expect(await page.content()).not.toContain(gatewayKey);

  await knownTo(dashboard.house.proxyUrl, gatewayKey);
  const openai = new OpenAI({ baseURL: `${dashboard.house.proxyUrl}/v1`, apiKey: gatewayKey });
  const ask = () =>
    openai.chat.completions.create({ model: scene.model, messages: [{ role: 'user', content: 'hello' }] });
  expect((await ask()).choices[0]?.message.content).toBe('from the paid key');

  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: scene.model });
  await row.getByText('ada').waitFor();
  await row.getByText('success', { exact: true }).waitFor();
  await row.getByRole('button', { name: /^Details/ }).click();
  const details = page.getByRole('region', { name: 'Retry chain and details' });
  const attempts = details.getByRole('listitem');
  await attempts.filter({ hasText: /free tier.*OpenAI.*transient.*HTTP 429/ }).waitFor();
  await attempts.filter({ hasText: /paid account.*Anthropic.*success.*HTTP 200/ }).waitFor();
  expect(await attempts.count()).toBe(2);
  const asked = new URL(page.url()).searchParams.get('open') ?? '';
  expect(asked).toMatch(/^req_/);

  // A client has nothing but the id.
  await page.goto('/requests?outcome=cancelled');
  await page.getByRole('textbox', { name: 'Request', exact: true }).fill(asked);
  await attempts.filter({ hasText: /paid account.*success/ }).waitFor();
  expect(await attempts.count()).toBe(2);

  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  const freeRow = page.getByRole('row').filter({ hasText: 'free tier' });
  await freeRow.getByText('sleeping').waitFor();
  const secondsLeft = async () =>
    Number.parseInt(((await freeRow.getByText(/^in \d+ s$/).textContent()) ?? '').slice('in '.length), 10);
  const before = await secondsLeft();
  await expect.poll(secondsLeft, { timeout: 10_000 }).toBeLessThan(before);
  expect((await free.now()).state).toBe('sleeping');

  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('button', { name: /^Revoke .* of ada$/ }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'ada' }).getByText('every request is refused').waitFor();
  await vi.waitFor(() => expect(ask()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' }), {
    timeout: 5_000,
    interval: 50,
  });
  expect(dashboard.faults()).toEqual([]);
});
