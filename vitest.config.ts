import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'test/e2e/*.spec.ts'],
    globalSetup: ['test/globalSetup.ts'],
    pool: 'forks',
    // Two cores: more files at once only wait for each other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
