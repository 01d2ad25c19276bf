import { defineConfig } from 'vitest/config';

// Real processes, sockets and clocks: where a busy machine stalls one of them, a test is tried again. A promise that is broken fails each time.
const retry = 2;

const project = (name: string, include: string[], extra: object = {}) => ({ test: { name, include, ...extra } });

export default defineConfig({
  test: {
    reporters: ['default', './tools/ci-reporter.ts'],
    projects: [
      project('checks', ['tools/checks/**/*.test.ts'], { testTimeout: 180_000, sequence: { groupOrder: 0 } }),
      project(
        'unit',
        ['packages/*/src/**/*.test.ts', 'services/*/src/**/*.test.ts', 'tools/**/*.test.ts', 'web/src/**/*.test.ts'],
        {
          exclude: ['**/*.int.test.ts', 'tools/checks/**', '**/node_modules/**'],
          sequence: { groupOrder: 1 },
          testTimeout: 20_000,
        },
      ),
      project(
        'integration',
        ['packages/*/src/**/*.int.test.ts', 'services/*/src/**/*.int.test.ts', 'tools/**/*.int.test.ts'],
        {
          globalSetup: ['packages/testkit/src/redis/global-setup.ts'],
          sequence: { groupOrder: 2 },
          retry,
          testTimeout: 90_000,
          hookTimeout: 60_000,
        },
      ),
      project('e2e', ['tests/e2e/**/*.e2e.test.ts'], {
        globalSetup: ['packages/testkit/src/redis/global-setup.ts', 'tests/e2e/house/global-setup.ts'],
        sequence: { groupOrder: 3 },
        retry,
        testTimeout: 60_000,
        hookTimeout: 120_000,
        fileParallelism: false,
      }),
    ],
  },
});
