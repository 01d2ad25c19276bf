import { expect, test } from 'vitest';
import { demoEnvironment } from './demo-environment.ts';

test('no real key, Redis or data folder gets into the demo', () => {
  const own = {
    OPENAI_API_KEY: 'sk-real',
    GEMINI_API_KEY_WORK__REQUESTS_PER_DAY: '9',
    PALIMPSEST_REDIS_URL: 'redis://production',
    PALIMPSEST_MASTER_KEY_FILE: '/etc/master.key',
    PALIMPSEST_DATA_DIR: './data',
    PALIMPSEST_PROXY_PORT: '8001',
    PATH: '/bin',
  };
  expect(demoEnvironment(own, '/tmp/demo')).toEqual({
    PALIMPSEST_LOG_LEVEL: 'warn',
    PALIMPSEST_DATA_DIR: '/tmp/demo',
    PALIMPSEST_ENV_FILE: '/tmp/demo/none.env',
    PALIMPSEST_PROXY_PORT: '8001',
    PATH: '/bin',
  });
});
