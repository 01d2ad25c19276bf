import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { openScene, type Scene } from '../house/scene.ts';
import { type Dashboard, startDashboard } from './dashboard.ts';

/** A dashboard, and a scene in the house that it shows. */
type DashboardScene = { readonly dashboard: Dashboard; readonly scene: Scene };

// A browser has little speed to spare on a busy machine.
const PATIENCE_MS = 180_000;

/** Starts one for the tests of a file and stops it after them; the answer gives it to each test while it runs. */
export function dashboardScene(): () => DashboardScene {
  vi.setConfig({ testTimeout: PATIENCE_MS });
  let running: DashboardScene | undefined;
  beforeAll(async () => {
    const dashboard = await startDashboard();
    running = { dashboard, scene: await openScene(dashboard.house) };
  });
  afterEach(() => running?.dashboard.leave());
  afterAll(async () => {
    await running?.scene.close();
    await running?.dashboard.close();
  });
  return () => {
    if (running === undefined) throw new Error('the dashboard runs only while the tests of its file do');
    return running;
  };
}
