import { answer, fail, randomId, type SimulatedProviders, startSimulatedProviders } from '@palimpsest/testkit';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Dashboard, startDashboard } from './dashboard/dashboard.ts';

// A browser has little speed to spare on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let dashboard: Dashboard;
let providers: SimulatedProviders;
beforeAll(async () => {
  [dashboard, providers] = await Promise.all([startDashboard(), startSimulatedProviders()]);
});
afterEach(() => dashboard.leave());
afterAll(async () => {
  await providers.close();
  await dashboard.close();
});

// A page asks the gateway first, and a busy machine is slow.
const soon = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: 20_000 });

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function addKey(page: Page, key: { name: string; secret: string; baseUrl: string; model: string }) {
  await page.getByRole('button', { name: 'Add a key' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(key.name);
  await dialog.getByRole('textbox', { name: 'Secret' }).fill(key.secret);
  await dialog.getByRole('textbox', { name: 'Base URL' }).fill(key.baseUrl);
  const models = dialog.getByLabel('Models', { exact: true });
  await models.fill(key.model);
  await models.press('Enter');
  await dialog.getByRole('button', { name: 'Add a limit' }).click();
  await dialog.getByRole('textbox', { name: 'Amount of limit 1' }).fill('200');
  await dialog.getByRole('button', { name: 'Add key' }).click();
}

test('a key is added, suspended, resumed, tested and deleted, and its secret is never seen again', async () => {
  const name = `free ${randomId('k').slice(-6)}`;
  const secret = `sk-planted-${randomId('k')}`;
  providers.openai.plays(secret, answer('yes'));
  const page = await dashboard.signedIn();
  const answers: string[] = [];
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) answers.push(await response.text().catch(() => ''));
  });
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await addKey(page, { name, secret, baseUrl: providers.openai.baseUrl, model: 'gpt-4o-mini' });

  const row = rowOf(page, name);
  await row.getByText('active').waitFor();
  await row.getByText('200 of 200 requests per day').waitFor();

  await row.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Suspend…' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('under review');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await row.getByText('suspended').waitFor();
  await row.getByText('under review').waitFor();

  await row.getByRole('button', { name: `Resume ${name}` }).click();
  await row.getByText('active').waitFor();

  await row.getByRole('button', { name: `Test ${name}` }).click();
  await page.getByText('The provider takes this key.').waitFor();
  providers.openai.plays(secret, fail(401));
  await page.getByRole('button', { name: 'Test again' }).click();
  await page.getByText('The provider did not take this key.').waitFor();
  await page.getByText('HTTP status: 401').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.reload();
  await rowOf(page, name).getByText('active').waitFor();
  const shown = await page.evaluate<string>(
    "document.documentElement.outerHTML + [...document.querySelectorAll('input')].map((input) => input.value).join()",
  );
  expect(shown).not.toContain(secret);
  expect(answers.length).toBeGreaterThan(3);
  expect(answers.join()).not.toContain(secret);

  await row.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete key' }).click();
  await row.waitFor({ state: 'detached' });
  expect(dashboard.faults()).toEqual([]);
});

test('what the gateway refuses is said at the field that is wrong, and nothing entered is lost', async () => {
  const page = await dashboard.signedIn();
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await addKey(page, { name: 'mistyped', secret: 'two words', baseUrl: 'ftp://example.org', model: 'gpt-4o' });
  const dialog = page.getByRole('dialog');
  await dialog.getByText('must be 1 to 4096 visible ASCII characters, without blanks', { exact: true }).waitFor();
  expect(await dialog.getByRole('textbox', { name: 'Secret' }).getAttribute('aria-invalid')).toBe('true');
  expect(await dialog.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('mistyped');

  // The form is longer than the window; the ways out stay in sight, wherever it is scrolled to.
  await page.setViewportSize({ width: 1280, height: 600 });
  for (const field of ['Name', 'Vendor']) {
    await dialog.getByRole('textbox', { name: field, exact: true }).scrollIntoViewIfNeeded();
    const box = await dialog.getByRole('button', { name: 'Add key' }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 600)).toBeLessThan(600);
  }
});

test('a key is edited without its secret, disabled and enabled', async () => {
  const name = `edited ${randomId('k').slice(-6)}`;
  const { id } = await dashboard.house.operator.createKey({
    name,
    provider: 'openai',
    secret: randomId('sk'),
    base_url: providers.openai.baseUrl,
    models: ['gpt-4o'],
  });
  const page = await dashboard.signedIn();
  await page.goto('/keys');
  const row = rowOf(page, name);
  await row.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Quota group' }).fill('project-7');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row.getByText('Quota group project-7').waitFor();

  await row.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await dialog.getByRole('button', { name: 'Set timeouts' }).click();
  await dialog.getByRole('textbox', { name: 'Silence' }).fill('86400001');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await soon(() => dialog.getByRole('textbox', { name: 'Silence' }).getAttribute('aria-invalid')).toBe('true');
  await dialog.getByRole('textbox', { name: 'Silence' }).fill('5000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await dashboard.house.operator.key(id)).toMatchObject({ timeouts: { stall_ms: 5000 } });
  await row.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  expect(await dialog.getByRole('textbox', { name: 'Silence' }).inputValue()).toBe('5000');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });

  await row.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await row.getByText('disabled').waitFor();
  expect((await dashboard.house.operator.key(id)).state).toBe('disabled');
  await row.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Enable' }).click();
  await row.getByText('active').waitFor();
  expect(dashboard.faults()).toEqual([]);
});

test('a large pool is drawn step by step, and searched as a whole', async () => {
  const { operator } = dashboard.house;
  const mark = randomId('k').slice(-6);
  const names = Array.from({ length: 101 }, (_, index) => `large ${mark} ${String(index + 1).padStart(3, '0')}`);
  for (const name of names)
    await operator.createKey({
      name,
      provider: 'openai',
      secret: randomId('sk'),
      base_url: providers.openai.baseUrl,
      models: ['gpt-4o'],
    });
  const page = await dashboard.signedIn();
  await page.goto('/keys');
  await page.getByRole('searchbox', { name: 'Find keys' }).fill(mark);
  await page.getByText('100 of 101 are shown').waitFor();
  const last = rowOf(page, names.at(-1) ?? '');
  expect(await last.count()).toBe(0);
  await page.getByRole('button', { name: 'Show more' }).click();
  await last.waitFor();
  await page.reload();
  await page.getByRole('searchbox', { name: 'Find keys' }).fill(names.at(-1) ?? '');
  await last.waitFor();
  expect(dashboard.faults()).toEqual([]);
});
