import type { Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Dashboard, signIn, startDashboard } from './dashboard/dashboard.ts';

// A browser has little speed to spare on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard();
});
afterEach(() => dashboard.leave());
afterAll(() => dashboard.close());

test('a wrong operator key is refused, and says so; the right one leads to where the operator wanted to go', async () => {
  const page = await dashboard.visit();
  await page.goto('/requests?outcome=failed');
  await signIn(page, 'pgw_op_this-is-none-of-this-gateway-at-all');
  expect(await page.getByRole('alert').textContent()).toContain('The operator key is wrong.');
  await signIn(page, dashboard.house.operatorKey);
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
  expect(new URL(page.url()).search).toBe('?outcome=failed');
  expect(dashboard.faults()).toEqual([]);
});

test('an address that a stranger wrote leads to no other site after the sign-in', async () => {
  const page = await dashboard.visit();
  await page.goto('/login?next=%2F%2Fexample.org%2F');
  await signIn(page, dashboard.house.operatorKey);
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  expect(new URL(page.url()).origin).toBe(dashboard.house.controlUrl);
});

test('a session survives a reload, and ends with the sign-out also for a page that is still open', async () => {
  const page = await dashboard.signedIn();
  await page.reload();
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  const other = await page.context().newPage();
  await other.goto('/keys');
  await other.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(other.url()).searchParams.get('next')).toBe('/keys');
  expect(dashboard.faults()).toEqual([]);
});

test('a page goes on making changes after another one has signed in anew', async () => {
  const page = await dashboard.signedIn();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  const other = await page.context().newPage();
  await other.goto('/login');
  await signIn(other, dashboard.house.operatorKey);
  await other.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();

  await page.getByRole('button', { name: 'Add a user' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('entered in the first page');
  await page.getByRole('dialog').getByRole('button', { name: 'Add user' }).click();
  await page.getByText(/^pgw_live_/).waitFor();
  expect(dashboard.faults()).toEqual([]);
});

test('a sign-out that did not come about says so, and can be tried again', async () => {
  const page = await dashboard.signedIn();
  const isAway = (route: Route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue());
  await page.route('**/api/v1/session', isAway);
  await page.getByRole('button', { name: 'Sign out' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'You are still signed in: The gateway does not answer' });
  await notice.waitFor();
  await page.unroute('**/api/v1/session', isAway);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(dashboard.faults()).toEqual([]);
});

test('the operator key stays nowhere in the page or the browser once it was exchanged', async () => {
  const page = await dashboard.signedIn();
  const kept = await page.evaluate<string>(
    'document.documentElement.outerHTML + JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie + location.href',
  );
  expect(kept).not.toContain(dashboard.house.operatorKey);
  expect(kept).not.toContain('palimpsest_session');
});

test('an address that no page has leads on to the others', async () => {
  const page = await dashboard.signedIn();
  await page.goto('/no/such-page');
  await page.getByRole('heading', { name: 'There is no such page', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await page.getByRole('heading', { name: 'Keys', level: 1 }).waitFor();
  expect(dashboard.faults()).toEqual([]);
});
