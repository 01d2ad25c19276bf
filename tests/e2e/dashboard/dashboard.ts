import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { type House, startHouse } from '../house/house.ts';

/** A house that serves the dashboard as it is now, and a browser to look at it. */
export type Dashboard = {
  readonly house: House;
  /** A new visitor's page, at the login. */
  visit(options?: BrowserContextOptions): Promise<Page>;
  /** A new visitor's page, signed in and at the overview. */
  signedIn(options?: BrowserContextOptions): Promise<Page>;
  /** Closes every page: an open one goes on asking the gateway. */
  leave(): Promise<void>;
  /** What went wrong in any page: uncaught errors, and what the content security policy refused. */
  faults(): readonly string[];
  close(): Promise<void>;
};

const root = join(import.meta.dirname, '../../..');
const PATIENCE_MS = 30_000;
// No sandbox: containers run tests as root. The rest keeps the browser from calling anybody.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Builds the dashboard, and starts a house and a browser of its own; `CHROMIUM_PATH` names another Chromium. */
export async function startDashboard(): Promise<Dashboard> {
  const webDir = await mkdtemp(join(tmpdir(), 'palimpsest-web-'));
  await buildInto(webDir);
  const [house, browser] = await Promise.all([
    // Whoever gets a webhook's messages in a test is on this machine.
    startHouse({ PALIMPSEST_WEB_DIR: webDir, PALIMPSEST_ALLOW_PRIVATE_WEBHOOKS: '1' }),
    chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: flags }),
  ]);
  const faults: string[] = [];
  const visit: Dashboard['visit'] = (options) => openPage(browser, house.controlUrl, faults, options);
  return {
    house,
    visit,
    async signedIn(options) {
      const page = await visit(options);
      await signIn(page, house.operatorKey);
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
      return page;
    },
    async leave() {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    faults: () => faults,
    async close() {
      await browser.close();
      await house.close();
      await rm(webDir, { recursive: true, force: true });
    },
  };
}

async function buildInto(webDir: string): Promise<void> {
  const vite = join(root, 'web/node_modules/vite/bin/vite.js');
  const options = ['--outDir', webDir, '--emptyOutDir', '--logLevel', 'error'];
  await promisify(execFile)(process.execPath, [vite, 'build', join(root, 'web'), ...options], { cwd: root });
}

async function openPage(browser: Browser, url: string, faults: string[], options: BrowserContextOptions = {}) {
  const context = await browser.newContext({
    baseURL: url,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(`${error.name}: ${error.message}`));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  return page;
}

/** Presents an operator key at the login; what comes of it is for the caller to see. */
export async function signIn(page: Page, operatorKey: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Operator key' }).fill(operatorKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
