import { answer } from '@palimpsest/testkit';
import { expect, test } from 'vitest';
import { dashboardScene } from './dashboard/dashboard-scene.ts';

const playing = dashboardScene();

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
  expect(dashboard.faults()).toEqual([]);
});

test('where there are more users than can be chosen from, the filter says so and takes the id of another', async () => {
  const { dashboard, scene } = playing();
  await scene.key('openai', [answer('hello')]);
  const many = Array.from({ length: 200 }, (_, index) => scene.operator.createUser({ name: `one of many ${index}` }));
  await Promise.all(many);
  const last = await scene.user({ name: 'Zoe' });
  await last.openai.chat.completions.create(
    { model: scene.model, messages: [{ role: 'user', content: 'hello' }] },
    { headers: { 'X-Session-ID': 'of-zoe' } },
  );
  const page = await dashboard.signedIn();
  for (const title of ['Requests', 'Usage', 'Sessions']) {
    await page.getByRole('link', { name: title, exact: true }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await page.getByText('The oldest 200; others by their id').waitFor();
  }
  const user = page.getByRole('combobox', { name: 'User' });
  await user.fill('Zoe');
  expect(await page.getByRole('option').count()).toBe(0);
  await user.fill(last.id);
  await page.getByRole('option', { name: last.id }).click();
  await page.getByRole('row').filter({ hasText: 'of-zoe' }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  expect(dashboard.faults()).toEqual([]);
});
