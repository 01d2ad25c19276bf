import { answer } from '@palimpsest/testkit';
import { expect, test } from 'vitest';
import { dashboardScene } from './dashboard/dashboard-scene.ts';

const playing = dashboardScene();

test('the audit page shows who changed what, from what to what, as soon as it happens', async () => {
  const { dashboard, scene } = playing();
  const page = await dashboard.signedIn();
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'session.open' }).getByText('dashboard').first().waitFor();

  const { id } = await scene.key('openai', [answer('hello')], { name: 'free tier' });
  await scene.operator.call('PATCH', `/keys/${id}`, { name: 'paid account', models: [scene.model, 'o3'] });
  const row = page.getByRole('row').filter({ hasText: 'key.update' }).first();
  await row.getByText('paid account', { exact: true }).waitFor();
  await row.getByText('name, models', { exact: true }).waitFor();
  await row.getByText('operator', { exact: true }).waitFor();

  const toggle = row.getByRole('button', { name: `Details of key.update on ${id}` });
  await toggle.press('Enter');
  expect(await toggle.getAttribute('aria-expanded')).toBe('true');
  const changes = page.getByRole('table', { name: 'Changes' }).getByRole('row');
  await changes.filter({ hasText: /^namefree tierpaid account$/ }).waitFor();
  await changes.filter({ hasText: `models${scene.model}${scene.model}, o3` }).waitFor();
  expect(await changes.count()).toBe(3);
  expect(dashboard.faults()).toEqual([]);
});

test('older actions are read page by page, to the first one', async () => {
  const { dashboard, scene } = playing();
  const names = Array.from({ length: 60 }, (_, index) => `user ${index + 1} of many`);
  for (const name of names) await scene.operator.createUser({ name });
  const page = await dashboard.signedIn();
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await page.getByText(names.at(-1) ?? '', { exact: true }).waitFor();
  expect(await page.getByText('user 1 of many', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Show older ones' }).click();
  await page.getByText('user 1 of many', { exact: true }).waitFor();
  expect(dashboard.faults()).toEqual([]);
});
