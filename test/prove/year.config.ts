import { defineConfig } from 'vitest/config';

/** The long journeys of a club's year, which have no room in `npm test`. */
export default defineConfig({
  test: {
    name: 'year',
    include: ['test/year/long/*.spec.ts'],
    globalSetup: ['test/globalSetup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
