import { defineConfig } from 'vitest/config';

const project = (name: string, include: string[], extra: object = {}) => ({ test: { name, include, ...extra } });

export default defineConfig({
  test: {
    reporters: ['default', './tools/ci-reporter.ts'],
    projects: [
      project('unit', ['packages/*/src/**/*.test.ts', 'services/*/src/**/*.test.ts', 'tools/**/*.test.ts'], {
        exclude: ['**/*.int.test.ts', '**/node_modules/**'],
      }),
      project('integration', ['packages/*/src/**/*.int.test.ts', 'services/*/src/**/*.int.test.ts', 'tools/**/*.int.test.ts'], {
        globalSetup: ['packages/testkit/src/redis/global-setup.ts'],
        testTimeout: 30_000,
        hookTimeout: 60_000,
      }),
      project('e2e', ['tests/e2e/**/*.e2e.test.ts'], {
        globalSetup: ['packages/testkit/src/redis/global-setup.ts'],
        testTimeout: 60_000,
        hookTimeout: 120_000,
        fileParallelism: false,
      }),
    ],
  },
});
