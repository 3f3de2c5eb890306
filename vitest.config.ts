import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { webPlugins } from './vite.config.ts';

/** The browser's journeys take longest: they begin, so that none of them is left running alone at the end. */
class JourneysFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isJourney = ({ moduleId }: TestSpecification) => Number(moduleId.endsWith('.spec.ts'));
    return (await super.sort(files)).toSorted((one, other) => isJourney(other) - isJourney(one));
  }
}

const patience = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    pool: 'forks',
    // Two cores: more files at once only wait for each other.
    maxWorkers: 2,
    sequence: { sequencer: JourneysFirst },
    // Whether an element can take the focus jsdom does not know, since nothing has a size there.
    onConsoleLog: (log) => !log.includes('use-focus-trap'),
    projects: [
      {
        test: {
          name: 'house',
          include: ['src/{server,web}/**/*.test.ts', 'test/**/*.test.ts', 'test/{e2e,year}/*.spec.ts'],
          globalSetup: ['test/globalSetup.ts'],
          // The modules of the server are read once for each worker instead of once for each file.
          isolate: false,
          setupFiles: ['test/ownClock.ts'],
          ...patience,
          // What is to be seen is waited for, however busy the machine is.
          expect: { poll: { timeout: 30_000 } },
        },
      },
      // Rules that are nothing but functions: no server, no database, and nothing that one file could leave behind for the next.
      { test: { name: 'rules', include: ['src/shared/**/*.test.ts'], isolate: false, ...patience } },
      {
        // Parts of the pages, drawn in a browser that is none: no server, no database.
        plugins: webPlugins(),
        test: {
          name: 'forms',
          include: ['src/web/**/*.test.tsx'],
          environment: './test/web/environment.ts',
          // As above; `setup.ts` leaves the next file an empty page.
          isolate: false,
          environmentOptions: { jsdom: { url: 'http://rwa.localhost:3000/' } },
          setupFiles: ['test/web/setup.ts'],
          ...patience,
        },
      },
    ],
  },
});
