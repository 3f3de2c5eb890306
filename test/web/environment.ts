import { builtinEnvironments, type Environment } from 'vitest/runtime';

const { jsdom } = builtinEnvironments;
let isSetUp = false;

/** A browser that is none, made once for each worker: its files share it as they share their modules. `setup.ts` tidies up after each test. */
export default {
  ...jsdom,
  name: 'one jsdom',
  setup: async (global, options) => {
    if (!isSetUp) await jsdom.setup(global, options);
    isSetUp = true;
    return { teardown: () => undefined };
  },
} satisfies Environment;
