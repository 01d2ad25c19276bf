import { answer } from '@palimpsest/testkit';
import { expect, test } from 'vitest';
import { dashboardScene } from './dashboard/dashboard-scene.ts';

const playing = dashboardScene();

// Far less than what passes between two readings where changes are told.
const SOON_MS = 10_000;

test('a page shows a change as soon as the gateway tells of it', async () => {
  const { dashboard, scene } = playing();
  const page = await dashboard.signedIn();
  // The first reading after the stream was opened is over before anything changes.
  const told = page.waitForResponse((response) => response.url().endsWith('/api/v1/events'));
  await page.reload();
  expect((await told).headers()['content-type']).toBe('text/event-stream');
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
  for (const name of ['first told key', 'second told key']) {
    await scene.key('openai', [answer('hello')], { name });
    await page.getByText(name, { exact: true }).waitFor({ timeout: SOON_MS });
  }
  expect(dashboard.faults()).toEqual([]);
});

test('where there is no stream, a page reads what changes by itself', async () => {
  const { dashboard, scene } = playing();
  const page = await dashboard.signedIn();
  await page.route('**/api/v1/events', (route) => route.abort());
  await page.reload();
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
  for (const name of ['first found key', 'second found key']) {
    await scene.key('openai', [answer('hello')], { name });
    await page.getByText(name, { exact: true }).waitFor({ timeout: SOON_MS });
  }
  expect(dashboard.faults()).toEqual([]);
});
