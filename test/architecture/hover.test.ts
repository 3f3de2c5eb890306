import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/server/platform/process/root.ts';
import { filesBelow, sources } from './sources.ts';

/** What a pointer that rests on something may change: its look. Whatever shows or hides, a finger and a keyboard could not reach. */
const looks =
  /^(?:color|background(?:-color)?|border(?:-[a-z]+)?-color|outline(?:-[a-z]+)?|text-decoration(?:-[a-z]+)?|box-shadow|cursor)$/;

test('nothing needs a pointer that rests on it', () => {
  const changed = filesBelow('src/web')
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => {
      const text = fs.readFileSync(path.join(projectRoot, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
      return [...text.matchAll(/[^{}]*:hover[^{}]*\{([^{}]*)\}/g)].flatMap(([, rule = '']) =>
        rule.split(';').flatMap((line) => {
          const property = line.split(':')[0]?.trim() ?? '';
          return property === '' ? [] : [{ file, property }];
        }),
      );
    });
  expect(changed.length).toBeGreaterThan(20);
  expect(changed.filter(({ property }) => !looks.test(property))).toEqual([]);
  const pages = sources.filter(({ file }) => file.startsWith('src/web/'));
  expect(
    pages
      .filter(({ text }) => /onMouse(?:Enter|Over)|onPointer(?:Enter|Over)|\b(?:HoverCard|Tooltip)\b/.test(text))
      .map(({ file }) => file),
  ).toEqual([]);
});
