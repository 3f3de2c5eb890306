import { expect, test } from 'vitest';
import { asTyped } from './root.ts';

test.each([
  ['npm run backup -- datei', './vereinsportal backup datei'],
  ['npm run end-sessions -- [--yes]', './vereinsportal end-sessions [--yes]'],
  ['npm run demo [-- --members 400 | --clear [--yes]]', './vereinsportal demo [--members 400 | --clear [--yes]]'],
  ['Bitte `npm run check:all` ausführen.', 'Bitte `./vereinsportal check:all` ausführen.'],
])('a command is shown as it is called in the installed product: %s', (text, typed) => {
  expect(asTyped(text, true)).toBe(typed);
  expect(asTyped(text, false)).toBe(text);
});
