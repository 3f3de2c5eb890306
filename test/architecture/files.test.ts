import { expect, test } from 'vitest';
import { isDemo } from './floors.ts';
import { filesBelow, isTest, linesOf } from './sources.ts';

const files = filesBelow('src').filter((file) => !file.includes('/migrations/'));

test('no source file is longer than 300 lines', () => {
  const code = files.filter((file) => /\.(tsx?|css)$/.test(file) && !isTest(file) && !isDemo(file));
  expect(code.length).toBeGreaterThan(1450);
  expect(code.filter((file) => linesOf(file) > 300)).toEqual([]);
});

test('a test bears the name of the file that it tests, or is called a journey through several', () => {
  const tests = files.filter(isTest);
  expect(tests.length).toBeGreaterThan(240);
  const known = new Set(files);
  const nameless = tests.filter((file) => {
    const tested = file.replace(/\.test\.tsx?$/, '');
    return !tested.endsWith('.journey') && !known.has(`${tested}.ts`) && !known.has(`${tested}.tsx`);
  });
  expect(nameless).toEqual([]);
});
