import { answer, cutAfter, fail } from '@palimpsest/testkit';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { dashboardScene } from './dashboard/dashboard-scene.ts';

const playing = dashboardScene();

// A page asks the gateway first, and a busy machine is slow.
const soon = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: 20_000 });

async function usagePage(): Promise<Page> {
  const page = await playing().dashboard.signedIn();
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
  return page;
}

const figure = (page: Page, name: string): Locator =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]');

/** What the rows of the table say, cell by cell. */
const cells = async (page: Page): Promise<string[][]> => {
  const rows = await page.getByRole('table', { name: 'Usage', exact: true }).locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.getByRole('cell').allTextContents()));
};

const today = () => new Date().toISOString().slice(0, 10);

test('a gateway that nobody has called yet says how usage comes to be', async () => {
  const page = await usagePage();
  await page.getByText('No usage in these days').waitFor();
  await page.getByText('As soon as a client calls the gateway').waitFor();
  expect(playing().dashboard.faults()).toEqual([]);
});

describe('three calls of two users', () => {
  beforeAll(async () => {
    const { scene } = playing();
    const hello = answer({ text: 'hello', usage: { prompt: 10, completion: 2 } });
    await scene.key('openai', [cutAfter(2, 'a beginning'), fail(429, { retryAfter: 600 })], {
      name: 'free tier',
      limits: [{ metric: 'requests', amount: 200, period: 'day' }],
    });
    await scene.key('anthropic', [hello], { name: 'paid account' });
    const price = { model: scene.model, input_per_million: '0.1', output_per_million: '1.000001' };
    for (const provider of ['openai', 'anthropic']) await scene.operator.call('PUT', '/prices', { provider, ...price });
    const [ada, bob] = [await scene.user({ name: 'ada' }), await scene.user({ name: 'bob' })];
    for (const { openai } of [ada, ada, bob]) {
      const { response } = await openai.chat.completions
        .create({ model: scene.model, messages: [{ role: 'user', content: 'hello' }] })
        .withResponse();
      await scene.logged(response.headers.get('x-request-id'));
    }
  });

  test('are summed by whatever mix is chosen, under their names, exact to the last place; the address keeps the choice', async () => {
    const page = await usagePage();
    await soon(() => figure(page, 'Requests').textContent()).toBe('3');
    // 10 tokens at 0.1 and 2 at 1.000001 USD a million, three times.
    expect(await figure(page, 'Cost of users').textContent()).toBe('$0.000009');
    const [total] = await playing().scene.operator.usage({});
    expect(await figure(page, 'Operator cost').textContent()).toBe(`$${String(total?.operator_cost)}`);
    await soon(async () => (await cells(page))[0]?.slice(0, 3)).toEqual([today(), '3', '30']);

    for (const group of ['User', 'Key', 'Day']) await page.getByRole('checkbox', { name: group }).press('Space');
    await page.getByRole('button', { name: 'Cost of users' }).click();
    const served = async () => (await cells(page)).filter(([, key]) => key === 'paid account');
    await soon(async () => (await served()).map(([user, , requests, , , , , cost]) => [user, requests, cost])).toEqual([
      ['ada', '2', '$0.000006'],
      ['bob', '1', '$0.000003'],
    ]);
    expect(new URL(page.url()).searchParams.get('by')).toBe('user,key');

    await page.reload();
    await page.getByRole('checkbox', { name: 'User' }).waitFor({ state: 'attached' });
    expect(await page.getByRole('checkbox', { name: 'User' }).isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { name: 'Day' }).isChecked()).toBe(false);
    expect(playing().dashboard.faults()).toEqual([]);
  });

  test('stand in a chart by day, which can be read as a table, too', async () => {
    const page = await usagePage();
    await page.getByText(`${today()}: 3 requests, the most of a day`).waitFor();
    const measure = page.getByRole('combobox', { name: 'What the chart shows' });
    await measure.selectOption('Tokens');
    await page.getByText(`${today()}: 36 tokens, the most of a day`).waitFor();
    const days = page.getByRole('table', { name: 'Tokens day by day' }).getByRole('row');
    expect(await days.last().textContent()).toBe(`${today()}36 tokens`);
    expect(await days.count()).toBe(1 + 30);
    await page.getByRole('combobox', { name: 'Days (UTC)' }).selectOption('Last 7 days');
    await soon(() => days.count()).toBe(1 + 7);
  });

  test('are narrowed to a user, a key, a provider, a model and to days', async () => {
    const page = await usagePage();
    await page.getByRole('combobox', { name: 'User' }).click();
    await page.getByRole('option', { name: 'bob' }).click();
    await soon(() => figure(page, 'Requests').textContent()).toBe('1');
    await page.getByRole('combobox', { name: 'Provider' }).selectOption('Gemini');
    await page.getByText('loosen the filters above').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await soon(() => figure(page, 'Requests').textContent()).toBe('3');
    await page.getByRole('textbox', { name: 'Model' }).fill('nobody-asked-for-it');
    await page.getByText('No usage in these days').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('combobox', { name: 'Days (UTC)' }).selectOption('Chosen days');
    await page.getByLabel('Last day').fill('2020-01-31');
    await page.getByText('No usage in these days').waitFor();
    await page.getByLabel('Last day').fill(today());
    await soon(() => figure(page, 'Requests').textContent()).toBe('3');

    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    await page.getByRole('button', { name: 'More for paid account' }).click();
    await page.getByRole('menuitem', { name: 'Usage' }).click();
    await soon(() => figure(page, 'Cost of users').textContent()).toBe('$0.000009');
    expect(await page.getByRole('combobox', { name: 'Key' }).inputValue()).toBe('paid account');
  });

  test('are cards on a phone, which can be sorted, too', async () => {
    const page = await playing().dashboard.signedIn({ viewport: { width: 400, height: 860 } });
    await page.goto('/usage?by=user');
    const first = page.getByRole('list', { name: 'Usage' }).getByRole('listitem').first();
    await first.getByText('ada').waitFor();
    await page.getByRole('combobox', { name: 'Sorted by' }).selectOption('User ↓');
    await first.getByText('bob').waitFor();
    await first.getByText('$0.000003').waitFor();
    // What is brief shares a line.
    await page.goto('/requests');
    const request = page.getByRole('list', { name: 'Requests' }).getByRole('listitem').first();
    const lineOf = async (name: string) => (await request.getByText(name, { exact: true }).boundingBox())?.y;
    await request.getByText('Tokens', { exact: true }).waitFor();
    expect(await lineOf('Took')).toBe(await lineOf('Tokens'));
    expect((await request.boundingBox())?.height).toBeLessThan(300);
  });

  test('stay on the page while metering is away, and it says so', async () => {
    const { dashboard } = playing();
    const page = await usagePage();
    await soon(() => figure(page, 'Requests').textContent()).toBe('3');
    await dashboard.house.stop('metering');
    await page.getByRole('checkbox', { name: 'Model' }).press('Space');
    await page.getByRole('alert').filter({ hasText: 'Metering does not answer' }).waitFor();
    await dashboard.house.start('metering');
    await page.getByRole('button', { name: 'Try again' }).click();
    await soon(async () => (await cells(page))[0]?.slice(1, 3)).toEqual([playing().scene.model, '3']);
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });
});

test('what a model without a price was used for is never shown as free', async () => {
  const { dashboard, scene } = playing();
  const unpriced = `${scene.model}-unpriced`;
  await scene.key('gemini', [answer({ text: 'hello', usage: { prompt: 10, completion: 2 } })], { models: [unpriced] });
  const { openai } = await scene.user({ name: 'carol' });
  const { response } = await openai.chat.completions
    .create({ model: unpriced, messages: [{ role: 'user', content: 'hello' }] })
    .withResponse();
  await scene.logged(response.headers.get('x-request-id'));

  const page = await dashboard.signedIn();
  await page.goto('/usage?by=model');
  // The three calls that had a price, as before.
  await soon(() => figure(page, 'Cost of users').textContent()).toBe('≥ $0.000009');
  await page.getByText('Without 1 request for models that have no price').waitFor();
  const costOf = async (model: string) => (await cells(page)).find(([name]) => name === model)?.[6];
  expect(await costOf(unpriced)).toBe('not priced');
  expect(await costOf(scene.model)).toBe('$0.000009');
  await page.goto('/keys');
  await page.getByRole('row').filter({ hasText: 'Gemini' }).getByText('not priced').waitFor();
  await page.goto('/requests');
  await page.getByRole('row').filter({ hasText: unpriced }).getByText('not priced').waitFor();
  expect(dashboard.faults()).toEqual([]);
});
