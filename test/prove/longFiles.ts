import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

const limitMs = 30 * 60_000;

/** Runs the files of a folder of long tests, one after the other, or those with some words in their name; gives those that do not hold. */
export function brokenOf(folder: string, within: string): { count: number; broken: string[] } {
  const files = fs.readdirSync(folder).filter((file) => file.endsWith('.spec.ts') && file.includes(within));
  return { count: files.length, broken: files.length === 0 ? ['none was found'] : files.filter((file) => !holds(`${folder}/${file}`)) };
}

function holds(file: string): boolean {
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/prove/long.config.ts', file], {
    stdio: 'inherit',
    timeout: limitMs,
    env: { ...process.env, CI: '1' },
  });
  return status === 0;
}
