import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../src/server/platform/process/root.ts';

/** The number of requirements of levels 1 and 2 in each chapter of OWASP ASVS 5.0.0. */
const chapters = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  6: 35,
  7: 18,
  8: 7,
  9: 7,
  10: 29,
  11: 14,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
  17: 7,
};

const known: { readonly [state: string]: readonly string[] } = {
  met: ['tested', 'read'],
  'not met': ['by choice'],
  'not applicable': [''],
};

test('docs/security.md says of every item of ASVS level 2 once whether it is met, how that is known, and why it is not', () => {
  const text = fs.readFileSync(path.join(projectRoot, 'docs/security.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+(?:-\d+)?) \|(.*)\|(.*)\|(.*)\|$/gm)].map(([, item = '', ...cells]) => ({
    items: itemsOf(item),
    cells: cells.map((cell) => cell.trim()),
  }));
  const items = rows.flatMap((row) => row.items);
  expect(new Set(items).size).toBe(items.length);
  const counted = Object.groupBy(items, (item) => item.split('.')[0] ?? '');
  expect(Object.fromEntries(Object.entries(counted).map(([chapter, of = []]) => [chapter, of.length]))).toEqual(chapters);
  for (const { items: of, cells } of rows) {
    const [state = '', how = '', why = ''] = cells;
    expect(known[state], of.join()).toContain(how);
    if (state.startsWith('not ')) expect(why, of.join()).not.toBe('');
    for (const [, file = ''] of why.matchAll(/`((?:src|test)\/[\w/.-]+\.ts)`/g))
      expect([file, fs.existsSync(path.join(projectRoot, file))]).toEqual([file, true]);
  }
});

test('every item of ASVS that is not met has its decision, and none is decided that is met', () => {
  const read = (file: string) => fs.readFileSync(path.join(projectRoot, file), 'utf8');
  const unmet = [...read('docs/security.md').matchAll(/^\| (\d+\.\d+\.\d+) \| not met \|/gm)].map(([, item]) => item);
  const decided = [...read('docs/decisions/0008-what-level-2-asks-and-we-leave.md').matchAll(/^\| (\d+\.\d+\.\d+) \|/gm)].map(
    ([, item]) => item,
  );
  expect(unmet.length).toBeGreaterThan(5);
  expect(decided).toEqual(unmet);
});

/** Expands ranges: `10.4.1-11` are eleven requirements. */
function itemsOf(item: string): string[] {
  const [first = '', last] = item.split('-');
  const [chapter, section, from = ''] = first.split('.');
  const length = last === undefined ? 1 : Number(last) - Number(from) + 1;
  return Array.from({ length }, (_, at) => `${chapter}.${section}.${Number(from) + at}`);
}
