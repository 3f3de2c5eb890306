import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/server/platform/process/root.ts';
import { clubShades, shadows, spacesPx } from '../../src/shared/kernel/look/look.ts';
import { filesBelow, sources } from './sources.ts';

const sheets = filesBelow('src/web')
  .filter((file) => file.endsWith('.css'))
  .map((file) => ({ file, text: fs.readFileSync(path.join(projectRoot, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '') }));

/** Every value that the sheets give to a property, with its file. */
function valuesOf(property: string): { file: string; value: string }[] {
  return sheets.flatMap(({ file, text }) =>
    [...text.matchAll(new RegExp(`(?<![\\w-])${property}:\\s*([^;}]+)[;}]`, 'g'))].map(([, value = '']) => ({ file, value: value.trim() })),
  );
}

test('every CSS module has a file name of its own, which its classes begin with in the page', () => {
  const names = sheets.flatMap(({ file }) => (file.endsWith('.module.css') ? [path.basename(file).toLowerCase()] : []));
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('every size of text on screen is one of the scale in shared/kernel/look/look.ts', () => {
  // On paper sizes are points; a share of the text around it stays on the scale of that text.
  const isOfScale = (value: string) =>
    /^(?:var\(--v-text-\w+\)|inherit|[\d.]+pt|[\d.]+em)$/.test(value) ||
    /^clamp\(var\(--v-text-\w+\), [^)]+, var\(--v-text-\w+\)\)$/.test(value);
  const sizes = valuesOf('font-size');
  expect(sizes.length).toBeGreaterThan(100);
  expect(sizes.filter(({ value }) => !isOfScale(value))).toEqual([]);
});

test('every corner is one of the radii in shared/kernel/look/look.ts', () => {
  const isOfScale = (value: string) =>
    value.split(' ').every((part) => /^(?:var\(--mantine-radius-(?:sm|md|lg|xl)\)|0|50%|inherit)$/.test(part));
  expect(valuesOf('border-radius').filter(({ value }) => !isOfScale(value))).toEqual([]);
});

test('every distance is one of the spaces in shared/kernel/look/look.ts', () => {
  // On paper distances are millimetres and in prose shares of the text; what is wider than the scale makes room for another part.
  const widest = Math.max(...spacesPx);
  const isSpace = (value: string) =>
    [...value.matchAll(/(?<![\w.-])(\d*\.?\d+)(rem|px)\b/g)].every(([, size = '', unit]) => {
      const px = Number(size) * (unit === 'rem' ? 16 : 1);
      return px <= 1 || px > widest;
    });
  const edges = ['top', 'right', 'bottom', 'left', 'inline', 'block', 'inline-start', 'inline-end', 'block-start', 'block-end'];
  const properties = ['margin', 'padding'].flatMap((name) => [name, ...edges.map((edge) => `${name}-${edge}`)]);
  const distances = [...properties, 'gap', 'row-gap', 'column-gap'].flatMap(valuesOf);
  expect(distances.length).toBeGreaterThan(500);
  expect(distances.filter(({ value }) => !isSpace(value))).toEqual([]);
  const named = distances.flatMap(({ value }) => [...value.matchAll(/--v-space-(\d+)/g)].map(([, px]) => Number(px)));
  expect(named.filter((px) => !(spacesPx as readonly number[]).includes(px))).toEqual([]);
});

test('every distance that a part names itself is one of the spaces, too', () => {
  const given = sources
    .filter(({ file }) => file.startsWith('src/web/') && file.endsWith('.tsx') && !file.includes('.test.'))
    .flatMap(({ file, text }) => [...text.matchAll(/\s(?:[mp][trblxyse]?|gap)=\{(\d+)\}/g)].map(([, px]) => ({ file, px: Number(px) })));
  expect(given.length).toBeGreaterThan(20);
  expect(given.filter(({ px }) => px > 0 && !(spacesPx as readonly number[]).includes(px))).toEqual([]);
});

test('every shadow is one of those in shared/kernel/look/look.ts; a line is drawn inside', () => {
  const isOfTable = (value: string) => /^(?:none|var\(--v-shadow-\w+\)|inset [^,]*var\(--[\w-]+\))$/.test(value);
  const drawn = valuesOf('box-shadow');
  expect(drawn.length).toBeGreaterThan(5);
  expect(drawn.filter(({ value }) => !isOfTable(value))).toEqual([]);
  const named = drawn.flatMap(({ value }) => [...value.matchAll(/--v-shadow-(\w+)/g)].map(([, name]) => name));
  expect(named.filter((name) => !Object.keys(shadows).includes(name ?? ''))).toEqual([]);
});

test('no rule for a narrow screen holds at the width where the one for a wide screen begins', () => {
  const widths = (side: 'max' | 'min') =>
    sheets.flatMap(({ file, text }) =>
      [...text.matchAll(/@media[^{]*/g)].flatMap(([rule]) =>
        [...rule.matchAll(new RegExp(`${side}-width: ([\\d.]+)(?:r?em)`, 'g'))].map(([, em = '']) => ({ file, em })),
      ),
    );
  expect(widths('min').length).toBeGreaterThan(5);
  expect(widths('max').filter(({ em }) => !/\.[49]9$/.test(em))).toEqual([]);
  expect(widths('min').filter(({ em }) => em.includes('.'))).toEqual([]);
});

test('where the focus stands is drawn in one colour, which no club wears', () => {
  const drawn = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/[^{}]*:focus-visible[^{}]*\{([^}]*)\}/g)].flatMap(([, rules = '']) =>
      [...rules.matchAll(/outline(?:-color)?:\s*([^;]+);/g)].map(([, value = '']) => ({ file, value })),
    ),
  );
  expect(drawn.length).toBeGreaterThan(4);
  expect(drawn.filter(({ value }) => !value.includes('var(--v-focus)'))).toEqual([]);
});

test('the colours of the clubs stand in the table alone', () => {
  const own = Object.values(clubShades).flatMap((shades) => [...shades]);
  const named = sources.filter(({ file, text }) => file.startsWith('src/') && own.some((shade) => text.includes(shade)));
  expect(named.map(({ file }) => file)).toEqual(['src/shared/kernel/look/look.ts']);
});

test('what is dangerous, waits or is good has the colours of shared/kernel/look/look.ts, which no club wears', () => {
  const hue =
    /mantine-color-(?:red|orange|yellow|teal|green|grape|pink)\b|(?:\bcolor|\bc)[=:]\s*\{?["'](?:red|orange|yellow|teal|green)(?:\.\d)?["']/;
  const pages = [...sheets, ...sources.filter(({ file }) => file.startsWith('src/web/') && !file.includes('.test.'))];
  expect(pages.filter(({ text }) => hue.test(text)).map(({ file }) => file)).toEqual([]);
});
