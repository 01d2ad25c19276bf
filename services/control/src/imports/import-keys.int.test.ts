import { createLogger } from '@palimpsest/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Scene, startScene } from '../testing/scene.ts';
import { environmentKeys } from './environment-keys.ts';
import { importKeys } from './import-keys.ts';

const logger = createLogger({ service: 'control', level: 'silent' });
let scene: Scene;
beforeEach(async () => {
  scene = await startScene();
});
afterEach(() => scene.stop());

const environment = { OPENAI_API_KEY_FREE: 'sk-imported-free', OPENAI_API_KEY_FREE__REQUESTS_PER_DAY: '200' };
const startWith = (variables: Record<string, string>) => importKeys(scene, environmentKeys(variables).keys, logger);
const listed = async () => (await scene.call('GET', '/keys')).body.data;

describe('importing keys of the environment', () => {
  it('stores each once, however often control starts', async () => {
    await startWith(environment);
    await startWith(environment);
    expect(await listed()).toMatchObject([
      {
        name: 'openai-free',
        secret_hint: 'free',
        limits: [{ metric: 'requests', amount: 200, period: 'day' }],
        state: 'active',
      },
    ]);
    const { body } = await scene.call('GET', '/audit');
    expect(body.data).toMatchObject([{ actor: 'import', action: 'key.create', from: null }]);
  });

  it('does not bring back what the operator deleted, also under another name', async () => {
    await startWith(environment);
    const [key] = await listed();
    await scene.call('DELETE', `/keys/${key?.id}`);
    await startWith({ ...environment, OPENAI_API_KEY: 'sk-imported-free' });
    expect(await listed()).toEqual([]);
  });

  it('takes a key that the operator has entered already as the same', async () => {
    await scene.call('POST', '/keys', { name: 'by hand', provider: 'openai', secret: 'sk-imported-free' });
    await startWith(environment);
    expect(await listed()).toMatchObject([{ name: 'by hand' }]);
  });

  it('imports once when two replicas start at the same time', async () => {
    await Promise.all([startWith(environment), startWith(environment)]);
    expect(await listed()).toHaveLength(1);
  });
});
