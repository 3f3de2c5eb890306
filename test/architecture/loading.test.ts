import { expect, test } from 'vitest';
import { rootOf } from './floors.ts';
import { sources } from './sources.ts';

test('what waits for data says what it does when they cannot be loaded', () => {
  const waiting = sources
    .filter(({ file }) => rootOf(file) === 'web' && file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .filter(({ text }) => /\buse(?:Infinite)?Query\(/.test(text) && /<(?:Pending|Loading)\b/.test(text));
  expect(waiting.length).toBeGreaterThan(30);
  expect(waiting.filter(({ text }) => !/<Loading\b|\berror\b/.test(text)).map(({ file }) => file)).toEqual([]);
});
