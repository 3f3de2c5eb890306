import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/server/platform/process/root.ts';
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

test('every size of text on screen is one of the scale in shared/kernel/site/look.ts', () => {
  // On paper sizes are points; a share of the text around it stays on the scale of that text.
  const isOfScale = (value: string) =>
    /^(?:var\(--v-text-\w+\)|inherit|[\d.]+pt|[\d.]+em)$/.test(value) ||
    /^clamp\(var\(--v-text-\w+\), [^)]+, var\(--v-text-\w+\)\)$/.test(value);
  const sizes = valuesOf('font-size');
  expect(sizes.length).toBeGreaterThan(100);
  expect(sizes.filter(({ value }) => !isOfScale(value))).toEqual([]);
});

test('every corner is one of the radii in shared/kernel/site/look.ts', () => {
  const isOfScale = (value: string) =>
    value.split(' ').every((part) => /^(?:var\(--mantine-radius-(?:sm|md|lg|xl)\)|0|50%|inherit)$/.test(part));
  expect(valuesOf('border-radius').filter(({ value }) => !isOfScale(value))).toEqual([]);
});

test('what is dangerous, waits or is good has the colours of shared/kernel/site/look.ts, which no club wears', () => {
  const hue =
    /mantine-color-(?:red|orange|yellow|teal|green|grape|pink)\b|(?:\bcolor|\bc)[=:]\s*\{?["'](?:red|orange|yellow|teal|green)(?:\.\d)?["']/;
  const pages = [...sheets, ...sources.filter(({ file }) => file.startsWith('src/web/') && !file.includes('.test.'))];
  expect(pages.filter(({ text }) => hue.test(text)).map(({ file }) => file)).toEqual([]);
});
