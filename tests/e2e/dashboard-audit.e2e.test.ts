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

test('actions are narrowed to a target, a kind, an actor and to days; the address keeps the filter, and the file has it', async () => {
  const { dashboard, scene } = playing();
  const [ada, bob] = [
    await scene.operator.createUser({ name: 'ada' }),
    await scene.operator.createUser({ name: 'bob' }),
  ];
  const page = await dashboard.signedIn();
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('ada').first().waitFor();
  await page.getByRole('combobox', { name: 'By' }).selectOption('dashboard');
  await row('ada').first().waitFor({ state: 'detached' });
  await row('session.open').first().waitFor();
  await page.getByRole('combobox', { name: 'What was changed' }).selectOption('Users');
  await page.getByText('No action is like that').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();

  await page.getByRole('textbox', { name: 'Target' }).fill(String(bob.id));
  await row('ada').first().waitFor({ state: 'detached' });
  await row('bob').getByText('user.create').waitFor();
  await page.getByRole('combobox', { name: 'Days (UTC)' }).selectOption('Last month');
  await page.getByText('No action is like that').waitFor();
  await page.getByRole('combobox', { name: 'Days (UTC)' }).selectOption('Last 7 days');
  await row('bob').waitFor();
  await page.reload();
  await row('bob').waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
  const address = (await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')) ?? '';
  const file = await page.evaluate<string>(`fetch(${JSON.stringify(address)}).then((answer) => answer.text())`);
  expect(file).toContain(`,user.create,${bob.id},`);
  expect(file).not.toContain(String(ada.id));
  expect(dashboard.faults()).toEqual([]);
});
