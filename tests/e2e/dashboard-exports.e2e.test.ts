import { readFile } from 'node:fs/promises';
import { answer } from '@palimpsest/testkit';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dashboardScene } from './dashboard/dashboard-scene.ts';

const playing = dashboardScene();

// A page asks the gateway first, and a busy machine is slow.
const soon = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: 20_000 });

/** What the page's link saves, as a browser keeps it. */
async function saved(page: Page): Promise<{ readonly name: string; readonly text: string }> {
  const link = page.getByRole('link', { name: 'Download CSV' });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

test('a page is saved as a file by a click: all of the list, narrowed as the page is', async () => {
  const { dashboard, scene } = playing();
  await scene.key('openai', [answer('hello')]);
  const [ada, bob] = [await scene.user({ name: 'ada' }), await scene.user({ name: 'bob' })];
  const ask = async (user: typeof ada): Promise<string> => {
    const call = user.openai.chat.completions.create({
      model: scene.model,
      messages: [{ role: 'user', content: 'hello' }],
    });
    const id = (await call.withResponse()).response.headers.get('x-request-id') ?? '';
    await scene.logged(id);
    return id;
  };
  const [ofAda, ofBob] = [await ask(ada), await ask(bob)];

  const page = await dashboard.signedIn();
  await page.goto(`/requests?user=${ada.id}`);
  const requests = await saved(page);
  expect(requests.name).toBe('requests.csv');
  expect(requests.text.split('\r\n')[0]).toMatch(/^id,at,user,/);
  expect(requests.text).toContain(ofAda);
  expect(requests.text).not.toContain(ofBob);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await soon(async () => (await saved(page)).text).toContain(ofBob);

  await page.goto(`/usage?by=user&user=${bob.id}`);
  const usage = await saved(page);
  expect(usage.name).toBe('usage.csv');
  expect(usage.text).toMatch(new RegExp(`^user,requests,.*\r\n${bob.id},1,.*\r\n$`));

  await page.goto('/audit');
  const audit = await saved(page);
  expect(audit.name).toBe('audit.csv');
  expect(audit.text).toContain(`,user.create,${ada.id},`);
  expect(dashboard.faults()).toEqual([]);
});
