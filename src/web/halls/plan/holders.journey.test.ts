import fs from 'node:fs';
import path from 'node:path';
import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { clubLooks, clubNames } from '#shared/kernel/clubs.ts';
import { contrast } from '#test/web/contrast.ts';
import { clubTheme, cssVariables } from '#web/ui/theme/theme.ts';

const css = fs.readFileSync(path.join(import.meta.dirname, 'holders.css'), 'utf8');
const looks = clubNames.flatMap((name): [name: string, colour: string][] => {
  const { themeColor, primary } = clubLooks[name];
  return [
    [`--club-${name.toLowerCase()}`, themeColor],
    [`--club-${name.toLowerCase()}-pale`, primary[2]],
  ];
});

/** The colours of one look, by the number of the holder. */
function coloursIn(rule: string): [number: string, colour: string][] {
  const block = css.slice(css.indexOf(rule)).split('}')[0] ?? '';
  return [...block.matchAll(/--plan-(\d+): (?:var\((?<name>[\w-]+)\)|(?<hex>#[0-9a-f]{6}));/g)].map(({ 1: at = '', groups }) => [
    at,
    groups?.['hex'] ?? new Map<string, string>(looks).get(groups?.['name'] ?? '') ?? '',
  ]);
}

test.each(['light', 'dark'] as const)(
  'in the %s theme each of the twelve colours of holders has a contrast of at least 3 : 1 to its background',
  (look) => {
    const colours = coloursIn(look === 'light' ? ':root {' : ":root[data-mantine-color-scheme='dark']");
    expect(colours.map(([at]) => Number(at))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    const grounds = cssVariables(mergeMantineTheme(DEFAULT_THEME, clubTheme('GSV')))[look];
    for (const [at, colour] of colours)
      for (const ground of ['--app-surface', '--app-ground'] as const)
        expect([at, ground, contrast(colour, grounds[ground] ?? '') >= 3]).toEqual([at, ground, true]);
  },
);
