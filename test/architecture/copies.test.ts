import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/server/platform/process/root.ts';
import { clubLooks, clubNames } from '../../src/shared/kernel/clubs.ts';
import { isDemo } from './floors.ts';
import { filesBelow, isNode, sources, visitNodes } from './sources.ts';

/** Where something is written that has one home. */
function written(pattern: RegExp): string[] {
  const product = sources.filter(({ file }) => !isDemo(file));
  expect(product.length).toBeGreaterThan(1900);
  return product.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(({ index }) => `${file}:${text.slice(0, index).split('\n').length}`),
  );
}

test('first and last name become one in one place for the code and one for the database', () => {
  const homes = written(/firstname\}?( \|\| ' ' \|\| | )(\$\{)?[\w.?]*lastname\b/g);
  expect(homes.map((home) => home.replace(/:\d+$/, ''))).toEqual([
    'src/server/platform/database/columns.ts',
    'src/shared/kernel/fullName.ts',
  ]);
});

test('a name as lists show it is made in one place for the code and one for the database', () => {
  const homes = written(/(?<!order by \$\{[\w.]*)lastname\}(?: \|\| ', ' \|\| |, )\$?\{[\w.?]*firstname\b/g);
  expect(homes.map((home) => home.replace(/:\d+$/, ''))).toEqual([
    'src/server/platform/database/columns.ts',
    'src/shared/kernel/fullName.ts',
  ]);
});

test('the cents of some amounts are added up in one place', () => {
  const homes = written(/reduce\(\((\w+), (?:\{ cents \}\) => \1 \+ cents|(\w+)\) => \1 \+ \2\.cents), 0\)/g);
  expect(homes.map((home) => home.replace(/:\d+$/, ''))).toEqual(['src/shared/kernel/money.ts']);
});

test('whether the books of a day are closed is asked in one place', () => {
  const homes = written(/\bclosed\w* [!=]== null && [\w.]+ <= closed/g);
  expect(homes.map((home) => home.replace(/:\d+$/, ''))).toEqual(['src/shared/money/books/rules.ts']);
});

test('names and titles are put into German order by one collator', () => {
  expect(written(/Collator\('de'\)|localeCompare\([^\n]*'de'\)/g).map((home) => home.replace(/:\d+$/, ''))).toEqual([
    'src/shared/kernel/fullName.ts',
  ]);
});

test('a German day is read in one place, so that two digits of a year mean the same everywhere', () => {
  const homes = written(/\\d\{1,2\}\)\\\.(?:\\s\?)?\(\\d\{1,2\}\)/g);
  expect(homes.map((home) => home.replace(/:\d+$/, ''))).toEqual(['src/shared/kernel/calendar.ts']);
});

test('what a wall clock time looks like is said once', () => {
  expect(written(/:\[0-5\]\\d|\\d\\d:\\d\\d/g).map((home) => home.replace(/:\d+$/, ''))).toEqual(['src/shared/kernel/calendar.ts']);
});

test('from when to when is made in one place, which knows the next day', () => {
  expect(written(/(formatTime\([^)]*\)|\btime\([^)]*\)|\.time)\}–/g).map((home) => home.replace(/:\d+$/, ''))).toEqual([
    'src/shared/kernel/calendar.ts',
  ]);
});

test('a day with its time is put into a sentence in one place', () => {
  expect(written(/return `\$\{germanDate\(date\)\}, \$\{time\} Uhr`/g).map((home) => home.replace(/:\d+$/, ''))).toEqual([
    'src/shared/kernel/calendar.ts',
  ]);
});

test('the cross that closes a dialog gets its words from the theme', () => {
  expect(written(/'aria-label': 'Schließen'/g).map((home) => home.replace(/:\d+$/, ''))).toEqual(['src/web/ui/theme/theme.ts']);
});

test('the colours of the clubs stand beside the clubs and in no style', () => {
  const colours = clubNames.flatMap((name) => [clubLooks[name].themeColor, clubLooks[name].primary[2]]);
  const styles = filesBelow('src/web').filter((file) => file.endsWith('.css'));
  expect(styles.length).toBeGreaterThan(50);
  const copies = styles.flatMap((file) => {
    const text = fs.readFileSync(path.join(projectRoot, file), 'utf8').toUpperCase();
    return colours.filter((colour) => text.includes(colour)).map((colour) => `${file}: ${colour}`);
  });
  expect(copies).toEqual([]);
});

test('no function is written twice', () => {
  const homes = new Map<string, string[]>();
  for (const { file, text, program } of sources)
    visitNodes(program, ({ type, id, body }) => {
      if (type !== 'FunctionDeclaration' || !isNode(id) || !isNode(body)) return;
      const steps = text.slice(body.start, body.end).replace(/\s+/g, ' ');
      if (steps.length >= 90) homes.set(steps, [...(homes.get(steps) ?? []), `${file}: ${text.slice(id.start, id.end)}`]);
    });
  expect(homes.size).toBeGreaterThan(5000);
  expect([...homes.values()].filter((where) => where.length > 1)).toEqual([]);
});
