import path from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow } from './sources.ts';

/** Tests lie beside what they test and are found by its name, so they do not count. */
const files = filesBelow('src').filter((file) => !file.includes('/migrations/') && !/\.test\.tsx?$/.test(file));

test('no folder holds more files than one can look over', () => {
  expect(files.length).toBeGreaterThan(1900);
  const folders = Map.groupBy(files, (file) => path.dirname(file));
  expect(folders.size).toBeGreaterThan(100);
  const large = [...folders].filter(([, within]) => within.length > 25).map(([folder, within]) => `${folder}: ${within.length}`);
  expect(large).toEqual([]);
});
