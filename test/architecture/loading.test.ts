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

test('nobody writes by hand what `Loading` says: that something comes, or that it could not be loaded, with a button', () => {
  const pages = sources.filter(({ file }) => rootOf(file) === 'web' && file.endsWith('.tsx'));
  expect(pages.filter(({ text }) => /<Loading\b/.test(text)).length).toBeGreaterThan(60);
  const byHand = /if \(error && !(\w+)\) return <LoadProblem [^\n]+\n\s*(?:if \(!\1\) return|return \1 \?)/;
  expect(pages.filter(({ text }) => byHand.test(text)).map(({ file }) => file)).toEqual([]);
});
