import { inspect } from 'node:util';
import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { lastWords } from './trial.ts';

const beneath = new Error('column "nonsense" does not exist');

test.each([
  ['an error of a statement', inspect(new DrizzleQueryError('\nselect nonsense;', [], beneath))],
  ['an error with a cause', inspect(new Error('the step failed', { cause: beneath }))],
])('of %s the cause is shown, not the statement', (_name, said) => {
  expect(lastWords(said)).toMatch(/^(Error: )?column "nonsense" does not exist$/);
});

test('without a cause the line that names an error is shown, otherwise the last one', () => {
  expect(lastWords('starting\nError: broken build\n    at main.js:1\n\nNode.js v24.1.0')).toBe('Error: broken build');
  expect(lastWords('Der Port 3000 ist belegt.\n')).toBe('Der Port 3000 ist belegt.');
  expect(lastWords('')).toBe('ohne ein Wort');
});
