import { expect, test } from 'vitest';
import { clusterEnvironment } from './cluster-environment.ts';

test("neither the caller's Redis nor its data get into the run, provider keys and ports do", () => {
  const own = {
    PALIMPSEST_REDIS_URL: 'redis://production',
    PALIMPSEST_DATA_DIR: './data',
    PALIMPSEST_PROXY_PORT: '8001',
    OPENAI_API_KEY: 'sk-own',
  };
  expect(clusterEnvironment(own)).toEqual({ PALIMPSEST_PROXY_PORT: '8001', OPENAI_API_KEY: 'sk-own' });
});
