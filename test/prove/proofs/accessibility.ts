import { spawnSync } from 'node:child_process';
import { none, type Proof } from '../proof.ts';

const limitMs = 90 * 60_000;

/** The pages of `npm test` once more, each with every rule of axe in four widths, light and dark. */
export const proof: Proof = {
  goal: 'no page of any club has a fault by any rule of axe at 1280, 768, 390 and 320 px, light and dark',
  minutes: () => 95,
  run: () => {
    const words = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'house', 'test/e2e/accessibility.spec.ts'];
    const { status } = spawnSync(process.execPath, words, {
      stdio: 'inherit',
      timeout: limitMs,
      env: { ...process.env, CI: '1', ACCESSIBILITY: 'every' },
    });
    return Promise.resolve([none('tests with faults', status === 0 ? [] : ['they stand above'])]);
  },
};
