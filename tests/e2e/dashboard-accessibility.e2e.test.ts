import { AxeBuilder } from '@axe-core/playwright';
import { answer, fail } from '@palimpsest/testkit';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { dashboardScene } from './dashboard/dashboard-scene.ts';

const playing = dashboardScene();

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const looks: readonly [name: string, look: BrowserContextOptions & { viewport: { width: number; height: number } }][] =
  [
    ['light', { colorScheme: 'light', viewport: { width: 1280, height: 900 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 1280, height: 900 } }],
    ['on a phone', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
  ];
const pages = [
  ['/', 'Overview'],
  ['/keys', 'Keys'],
  ['/users', 'Users'],
  ['/routes', 'Routes'],
  ['/prices', 'Prices'],
  ['/sessions', 'Sessions'],
  ['/alerts', 'Alerts'],
  ['/audit', 'Audit'],
  ['/usage?span=7d&by=day,model,user,key,provider', 'Usage'],
  ['/requests', 'Requests'],
] as const;
const emptyPages = /First steps|No .* yet|No usage/;

/** What axe finds wrong, and whether the page is wider than its window. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found, passes } = await new AxeBuilder({ page }).withTags(rules).analyze();
  expect(passes.length).toBeGreaterThan(10);
  const wider = await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth');
  return [...found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`), ...(wider ? ['wider than the window'] : [])];
}

const isFocused = (where: Locator): Promise<boolean> => where.evaluate((it) => it.matches(':focus'));

/** Looks at every page once its content, or what stands in its place, is there. */
async function lookAround(page: Page, content: Locator): Promise<void> {
  for (const [path, title] of pages) {
    await page.goto(path);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await content.first().waitFor();
    expect({ path, violations: await violations(page) }).toEqual({ path, violations: [] });
  }
}

describe('an empty gateway', () => {
  test.each(looks)('is accessible on every page, %s', async (_, look) => {
    const { dashboard } = playing();
    const stranger = await dashboard.visit(look);
    expect(await violations(stranger)).toEqual([]);
    const page = await dashboard.signedIn(look);
    // The sign-in itself stands on the audit page.
    await lookAround(page, page.getByText(emptyPages).or(page.getByRole('button', { name: /^Details/ })));
    expect(dashboard.faults()).toEqual([]);
  });
});

describe('a gateway in use', () => {
  beforeAll(async () => {
    const { scene } = playing();
    await scene.key('openai', [fail(429, { retryAfter: 600 })], {
      limits: [{ metric: 'requests', amount: 200, period: 'day' }],
    });
    await scene.key('gemini', [answer('hello')]);
    await scene.operator.call('PUT', `/routes/smart-${scene.model}`, {
      targets: [{ provider: 'gemini', model: scene.model }],
    });
    const price = { input_per_million: '0.30', output_per_million: '2.50' };
    await scene.operator.call('PUT', '/prices', { provider: 'gemini', model: scene.model, ...price });
    const user = await scene.user({ limits: [{ metric: 'tokens', amount: 50_000, period: 'month' }] });
    await scene.operator.call('POST', '/webhooks', { url: 'http://127.0.0.1:1/nobody-listens', name: 'on call' });
    await scene.key('gemini', [answer('hello')], { models: [`${scene.model}-unpriced`] });
    await user.openai.chat.completions.create({
      model: `${scene.model}-unpriced`,
      messages: [{ role: 'user', content: 'hello' }],
    });
    const { response } = await user.openai.chat.completions
      .create(
        { model: scene.model, messages: [{ role: 'user', content: 'hello' }] },
        { headers: { 'X-Session-ID': 'chat' } },
      )
      .withResponse();
    await scene.logged(response.headers.get('x-request-id'));
  });

  test('gives the keyboard back to what opened a dialog', async () => {
    const page = await playing().dashboard.signedIn();
    await page.goto('/keys');
    const add = page.getByRole('button', { name: 'Add a key' });
    await add.press('Enter');
    await page.getByRole('textbox', { name: 'Name', exact: true }).press('Escape');
    await expect.poll(() => isFocused(add)).toBe(true);
    const more = page.getByRole('button', { name: /^More for/ }).first();
    await more.press('Enter');
    await page.getByRole('menuitem', { name: 'Suspend…' }).press('Enter');
    await page.getByRole('textbox', { name: 'Reason' }).press('Escape');
    await expect.poll(() => isFocused(more)).toBe(true);
  });

  test.each(looks)('is accessible on every page, with its dialogs and details, %s', async (_, look) => {
    const { dashboard } = playing();
    const page = await dashboard.signedIn(look);
    const content = page
      .getByText(/^Latest requests$|^Day by day$/)
      .or(page.getByRole('button', { name: /^(More|Details|New|Delete|Acknowledge)/ }));
    await lookAround(page, content);
    await page
      .getByRole('button', { name: /^Details/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Retry chain' }).waitFor();
    expect(await violations(page), 'details').toEqual([]);

    await page.goto('/keys');
    await page.getByRole('button', { name: 'Add a key' }).click();
    await page.getByRole('button', { name: 'Add a limit' }).click();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('textbox', { name: 'Time zone' }).waitFor();
    expect(await violations(page), 'dialog').toEqual([]);

    await page.goto('/routes');
    await page.getByRole('button', { name: /^Simulate/ }).click();
    await page.getByRole('textbox', { name: 'Request' }).fill('{');
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.getByText('This is no JSON').waitFor();
    expect(await violations(page), 'simulation').toEqual([]);

    await page.goto('/alerts');
    await page.getByRole('button', { name: 'Rules' }).click();
    await page.getByRole('group', { name: 'Error rate' }).waitFor();
    expect(await violations(page), 'rules').toEqual([]);
    expect(dashboard.faults()).toEqual([]);
  });
});
