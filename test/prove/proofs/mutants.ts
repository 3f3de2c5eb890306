import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { chosenBy, changed, inWords, mutantsOf, sourcesIn, testsFor } from '../mutants.ts';
import { atLeast, type Proof } from '../proof.ts';

const folders = ['src/shared', 'src/server'];
const limitMs = 10 * 60_000;

/** Small seeded changes, one at a time; the tests of the room must notice them. */
export const proof: Proof = {
  goal: 'of 30 changes of one operator, made one at a time in server and shared (mutants [seed] --count 30 --in src/shared/), the tests of the room notice 26',
  minutes: () => 180,
  run: async ({ number, text }) => {
    const [seed, count, within] = [number('seed', 1), number('count', 30), text('in', 'src/')];
    const sources = sourcesIn(folders);
    const all = sources.filter((file) => file.startsWith(within)).flatMap((file) => mutantsOf(file));
    const chosen = chosenBy(seed, all, count);
    console.log(`${all.length} changes are possible; seed ${seed} chooses ${chosen.length}.`);
    const healthy = new Map<string, boolean>();
    let noticed = 0;
    for (const mutant of chosen) {
      const source = fs.readFileSync(mutant.file, 'utf8');
      const tests = testsFor(mutant.file, sources);
      const key = tests.join(' ');
      // Tests that fail anyway notice nothing.
      if (!healthy.has(key)) healthy.set(key, tests.length > 0 && passes(tests));
      if (tests.length > 0 && !healthy.get(key)) throw new Error(`These fail without any change: ${key}`);
      const isNoticed = tests.length > 0 && whileChanged(mutant.file, source, changed(source, mutant), () => !passes(tests));
      if (isNoticed) noticed++;
      console.log(`${isNoticed ? 'noticed ' : 'SURVIVED'} ${inWords(source, mutant)}`);
    }
    return [atLeast(`changes noticed of ${chosen.length}`, noticed, Math.ceil((chosen.length * 26) / 30))];
  },
};

/** Works while a file is changed, and puts it back whatever happens: an error, Ctrl-C, the end of the process. */
function whileChanged<T>(file: string, source: string, other: string, work: () => T): T {
  const restore = () => fs.writeFileSync(file, source);
  process.once('exit', restore);
  try {
    fs.writeFileSync(file, other);
    return work();
  } finally {
    restore();
    process.removeListener('exit', restore);
  }
}

/** Whether the tests pass; those that never end do not. */
function passes(tests: readonly string[]): boolean {
  const { status, signal } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...tests, '--bail=1', '--maxWorkers=1', '--reporter=dot'],
    { stdio: 'ignore', timeout: limitMs, env: { ...process.env, CI: '1' } },
  );
  // Ctrl-C reaches the tests as well; then nothing is known.
  if (signal === 'SIGINT') process.exit(1);
  return status === 0;
}
