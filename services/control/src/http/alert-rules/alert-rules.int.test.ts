import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scene, startScene } from '../../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.stop());

const usual = {
  low_capacity: { enabled: true, usable_keys_percent: 25, remaining_requests_percent: 10, for_minutes: 2 },
  key_anomaly: { enabled: true, consecutive_failures: 5, for_minutes: 0 },
  error_rate: { enabled: true, error_percent: 25, min_requests: 20, window_minutes: 15 },
};

describe('/alert-rules', () => {
  it('200: has sensible rules before an operator set any', async () => {
    expect((await scene.call('GET', '/alert-rules')).body).toEqual(usual);
  });

  it('200: what is set is there again, what is left out is as usual, and the audit log has both sides', async () => {
    const error_rate = { enabled: false, error_percent: 12.5, min_requests: 5, window_minutes: 60 };
    const put = await scene.call('PUT', '/alert-rules', { error_rate, key_anomaly: { consecutive_failures: 3 } });
    const rules = { ...usual, error_rate, key_anomaly: { ...usual.key_anomaly, consecutive_failures: 3 } };
    expect(put).toMatchObject({ status: 200, body: rules });
    expect((await scene.call('GET', '/alert-rules')).body).toEqual(rules);
    expect((await scene.call('GET', '/audit?limit=1')).body.data).toMatchObject([
      { action: 'alert_rules.update', before: usual, after: rules },
    ]);
    expect((await scene.call('PUT', '/alert-rules', {})).body).toEqual(usual);
  });

  it('400: names every fault and what is allowed', async () => {
    const { status, body } = await scene.call('PUT', '/alert-rules', {
      error_rate: { error_percent: 101, window_minutes: 7, seconds: 1 },
      low_capacity: { for_minutes: -1 },
      spam: {},
    });
    expect(status).toBe(400);
    expect(body.errors.map(({ path }) => path).toSorted()).toEqual(
      [
        'body',
        'error_rate',
        'error_rate.error_percent',
        'error_rate.window_minutes',
        'low_capacity.for_minutes',
      ].toSorted(),
    );
    expect(JSON.stringify(body.errors)).toContain('must be a multiple of 5');
  });
});
