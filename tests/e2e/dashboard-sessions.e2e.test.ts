import { answer } from '@palimpsest/testkit';
import { expect, test } from 'vitest';
import { dashboardScene } from './dashboard/dashboard-scene.ts';

const playing = dashboardScene();

// A page asks the gateway first, and a busy machine is slow.
const soon = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: 20_000 });

test('the sessions page shows which conversations are stored, never what is in them, and forgets one that was confirmed', async () => {
  const { dashboard, scene } = playing();
  const key = await scene.key('openai', [answer('a secret answer')]);
  const [ada, bob] = [await scene.user({ name: 'Ada' }), await scene.user({ name: 'Bob' })];
  const say = (user: typeof ada, session: string) =>
    user.openai.chat.completions
      .create(
        { model: scene.model, messages: [{ role: 'user', content: 'a secret question' }] },
        { headers: { 'X-Session-ID': session } },
      )
      .withResponse();
  await say(ada, 'trip/to?paris');
  await say(bob, 'of-bob');

  const page = await dashboard.signedIn();
  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'trip/to?paris' });
  await row.getByText('Ada', { exact: true }).waitFor();
  await page.getByRole('row').filter({ hasText: 'of-bob' }).waitFor();
  expect(await page.locator('main').textContent()).not.toMatch(/a secret (question|answer)/);

  // One that is not confirmed stays.
  await row.getByRole('button', { name: 'Delete the session trip/to?paris' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: 'Delete the session trip/to?paris' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete session' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'of-bob' }).waitFor();
  const { response } = await say(ada, 'trip/to?paris');
  expect(response.headers.get('x-palimpsest-context')).toBe('none');
  expect(key.calls().at(-1)?.body.messages).toHaveLength(1);

  await page.getByRole('combobox', { name: 'User' }).click();
  await page.getByRole('option', { name: 'Bob' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'of-bob' }).getByRole('link', { name: 'of-bob' }).click();
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
  await page.getByRole('button', { name: /^Details/ }).waitFor();
  expect(await page.getByRole('button', { name: /^Details/ }).count()).toBe(1);

  // The filters stand in the fields and in the address, the days among them.
  const sessionField = page.getByRole('textbox', { name: 'Session' });
  expect(await sessionField.inputValue()).toBe('of-bob');
  const days = page.getByRole('combobox', { name: 'Days (UTC)' });
  await days.selectOption('Last month');
  await page.getByText('No request is like that').waitFor();
  await days.selectOption('Last 7 days');
  await page.getByRole('button', { name: /^Details/ }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: /^Details/ }).click();
  expect(new URL(page.url()).searchParams.get('span')).toBe('7d');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await soon(() => page.getByRole('button', { name: /^Details/ }).count()).toBe(3);
  await page.getByRole('link', { name: 'of-bob' }).click();
  await soon(() => sessionField.inputValue()).toBe('of-bob');
  await soon(() => page.getByRole('button', { name: /^Details/ }).count()).toBe(1);
  expect(dashboard.faults()).toEqual([]);
});

test('where there are more users than can be listed, one is found by a part of the name, on its own page and in every filter', async () => {
  const { dashboard, scene } = playing();
  await scene.key('openai', [answer('hello')]);
  const many = Array.from({ length: 200 }, (_, index) => scene.operator.createUser({ name: `one of many ${index}` }));
  await Promise.all(many);
  const last = await scene.user({ name: 'Zoe of sales' });
  await last.openai.chat.completions.create(
    { model: scene.model, messages: [{ role: 'user', content: 'hello' }] },
    { headers: { 'X-Session-ID': 'of-zoe' } },
  );
  const page = await dashboard.signedIn();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'one of many' }).first().waitFor();
  expect(await page.getByText('Zoe of sales').count()).toBe(0);
  await page.getByRole('textbox', { name: 'Find users' }).fill('OF SALES');
  await page.getByRole('row').filter({ hasText: 'Zoe of sales' }).waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
  expect(new URL(page.url()).searchParams.get('find')).toBe('OF SALES');
  await page.getByRole('textbox', { name: 'Find users' }).fill('nobody at all');
  await page.getByText('No user is called that').waitFor();

  const user = page.getByRole('combobox', { name: 'User' });
  for (const title of ['Requests', 'Usage', 'Sessions']) {
    await page.getByRole('link', { name: title, exact: true }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.getByText('The oldest 200: type to find others').waitFor();
    await user.fill('of sal');
    await page.getByRole('option', { name: 'Zoe of sales' }).click();
    await soon(() => user.inputValue()).toBe('Zoe of sales');
  }
  await page.getByRole('row').filter({ hasText: 'of-zoe' }).waitFor();
  await soon(() => page.getByRole('row').count()).toBe(2);

  // An address that names a user shows the name, whoever it is; an id finds as well.
  await page.goto(`/requests?user=${last.id}`);
  await soon(() => user.inputValue()).toBe('Zoe of sales');
  await page.goto('/requests');
  await user.fill(last.id);
  await page.getByRole('option', { name: 'Zoe of sales' }).click();
  await soon(async () => new URL(page.url()).searchParams.get('user')).toBe(last.id);
  expect(dashboard.faults()).toEqual([]);
});
