import { providerKeyId } from '@palimpsest/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../../testing/examples.ts';
import { type Scene, startScene } from '../../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.stop());

describe('GET /keys/{id}', () => {
  it('200: shows what the provider told of its limits, and what is left', async () => {
    const key = (await scene.call('POST', '/keys', newKey())).body.id;
    await scene.pool.learn({
      tag: key,
      key: providerKeyId(key),
      ageMs: 0,
      told: [
        {
          metric: 'input-tokens',
          period: 'minute',
          refill: 'drip',
          limit: 30_000,
          remaining: 27_000,
          model: 'claude-sonnet-4*',
          source: 'header',
          confidence: 'told',
        },
      ],
    });
    expect((await scene.call('GET', `/keys/${key}`)).body).toMatchObject({
      learned_limits: [
        {
          metric: 'input_tokens',
          period: 'minute',
          amount: 30_000,
          model: 'claude-sonnet-4*',
          source: 'header',
          confidence: 'told',
        },
      ],
    });
  });
});
