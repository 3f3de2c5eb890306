import { defineConfig } from 'vitest/config';

/** What has no room in `npm test`: the long journeys of a club's year, and the rarer ways of starts, backups and attacks. */
export default defineConfig({
  test: {
    name: 'long',
    include: ['test/year/long/*.spec.ts', 'test/long/*.spec.ts'],
    globalSetup: ['test/globalSetup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
