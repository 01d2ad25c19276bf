import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unknownId } from '../../testing/examples.ts';
import { type Scene, startScene } from '../../testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await startScene();
});
afterAll(() => scene.stop());

const price = {
  provider: 'openai',
  model: 'gpt-4o',
  input_per_million: '2.50',
  output_per_million: 10,
  effective_from: '2026-01-01T00:00:00Z',
};

describe('/prices', () => {
  it('201: enters a price, exact to nine places', async () => {
    const { status, body } = await scene.call('PUT', '/prices', {
      ...price,
      vendor: 'azure',
      cached_input_per_million: '0.000000001',
      per_request: 0.1,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^prc_/),
      vendor: 'azure',
      input_per_million: '2.5',
      cached_input_per_million: '0.000000001',
      output_per_million: '10',
      per_request: '0.1',
      effective_from: '2026-01-01T00:00:00.000Z',
    });
  });

  it('200: corrects the price of the same moment, and keeps those of other moments', async () => {
    const first = await scene.call('PUT', '/prices', price);
    const corrected = await scene.call('PUT', '/prices', { ...price, output_per_million: '8' });
    expect(corrected).toMatchObject({ status: 200, body: { id: first.body.id, output_per_million: '8' } });
    const later = await scene.call('PUT', '/prices', { ...price, effective_from: '2026-02-01T00:00:00+01:00' });
    expect(later).toMatchObject({ status: 201, body: { effective_from: '2026-01-31T23:00:00.000Z' } });
    const ids = (await scene.call('GET', '/prices')).body.data.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining([first.body.id, later.body.id]));
  });

  it('201: holds from now on where nothing else is said', async () => {
    const before = Date.now();
    const { body } = await scene.call('PUT', '/prices', { ...price, effective_from: undefined });
    expect(Date.parse(body.effective_from)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(body.effective_from)).toBeLessThanOrEqual(Date.now());
  });

  it.each([
    [{ input_per_million: '-1' }, 'input_per_million'],
    [{ input_per_million: '1e3' }, 'input_per_million'],
    [{ output_per_million: '0.0000000001' }, 'output_per_million'],
    [{ output_per_million: undefined }, 'output_per_million'],
    [{ input_per_million: '1000000.000000001' }, 'input_per_million'],
    [{ cached_input_per_million: 999_999_999_999 }, 'cached_input_per_million'],
    [{ output_per_million: '999999999999' }, 'output_per_million'],
    [{ per_request: '1000001' }, 'per_request'],
    [{ effective_from: 'yesterday' }, 'effective_from'],
    [{ effective_from: '2026-01-01' }, 'effective_from'],
    [{ provider: 'nobody' }, 'provider'],
  ])('400: says what is wrong with %j', async (change, path) => {
    const { status, body } = await scene.call('PUT', '/prices', { ...price, ...change });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ path }]);
  });

  it('204, 404: deletes a price once', async () => {
    const { body } = await scene.call('PUT', '/prices', { ...price, model: 'gpt-gone' });
    expect((await scene.call('DELETE', `/prices/${body.id}`)).status).toBe(204);
    expect((await scene.call('DELETE', `/prices/${body.id}`)).status).toBe(404);
    expect((await scene.call('DELETE', `/prices/${unknownId('prc')}`)).status).toBe(404);
  });
});
