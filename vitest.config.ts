import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The browser's journeys take longest: they begin, so that none of them is left running alone at the end. */
class JourneysFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isJourney = ({ moduleId }: TestSpecification) => Number(moduleId.endsWith('.spec.ts'));
    return (await super.sort(files)).toSorted((one, other) => isJourney(other) - isJourney(one));
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'test/e2e/*.spec.ts'],
    globalSetup: ['test/globalSetup.ts'],
    pool: 'forks',
    // Two cores: more files at once only wait for each other.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is to be seen is waited for, however busy the machine is.
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: JourneysFirst },
  },
});
