import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scene, startScene } from '../testing/scene.ts';

let webDir: string;
let built: Scene;
let unbuilt: Scene;
beforeAll(async () => {
  webDir = mkdtempSync(join(tmpdir(), 'palimpsest-web-'));
  mkdirSync(join(webDir, 'assets'));
  writeFileSync(join(webDir, 'index.html'), '<title>dashboard</title>');
  writeFileSync(join(webDir, 'assets', 'main-abc.js'), 'export {};');
  built = await startScene({ webDir });
  unbuilt = await startScene({ beside: built });
});
afterAll(async () => {
  await unbuilt.stop();
  await built.stop();
  rmSync(webDir, { recursive: true });
});

const html = { accept: 'text/html,*/*' };

describe('the dashboard', () => {
  it('is asked for anew each time, while its parts are kept for good', async () => {
    const page = await built.app.inject({ url: '/', headers: html });
    expect([page.statusCode, page.body, page.headers['cache-control']]).toEqual([
      200,
      '<title>dashboard</title>',
      'no-cache',
    ]);
    const part = await built.app.inject('/assets/main-abc.js');
    expect(part.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('answers with its page at every address of its own, so that one can be reloaded', async () => {
    const page = await built.app.inject({ url: '/keys/key_1', headers: html });
    expect([page.statusCode, page.body]).toEqual([200, '<title>dashboard</title>']);
  });

  it('does not take the place of a missing file or of the API', async () => {
    expect((await built.app.inject('/assets/old.js')).statusCode).toBe(404);
    expect((await built.app.inject({ method: 'POST', url: '/keys', headers: html })).statusCode).toBe(404);
    const auth = { authorization: `Bearer ${built.operatorKey}` };
    const unknown = await built.app.inject({ url: '/api/v1/nothing', headers: { ...html, ...auth } });
    expect(unknown.headers['content-type']).toMatch(/^application\/problem\+json/);
  });

  it('gives nothing outside its folder', async () => {
    for (const url of ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json'])
      expect((await built.app.inject(url)).statusCode).not.toBe(200);
  });

  it('says so where it is not built', async () => {
    const page = await unbuilt.app.inject({ url: '/', headers: html });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('The dashboard is not built');
  });
});
