import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { none, type Proof } from '../proof.ts';

const limitMs = 30 * 60_000;

/** The journeys of test/year/long in a real browser, each on an emptied product. */
export const proof: Proof = {
  goal: 'the long journeys of a year hold on an emptied product (year [part of a file name])',
  minutes: () => 180,
  run: ({ text }) => {
    const within = text('seed', '');
    const journeys = fs.readdirSync('test/year/long').filter((file) => file.endsWith('.spec.ts') && file.includes(within));
    const broken = journeys.filter((journey) => !holds(journey));
    return Promise.resolve([none(`journeys broken of ${journeys.length}`, journeys.length === 0 ? ['none was found'] : broken)]);
  },
};

function holds(journey: string): boolean {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/prove/year.config.ts', `long/${journey}`],
    { stdio: 'inherit', timeout: limitMs, env: { ...process.env, CI: '1' } },
  );
  return status === 0;
}
