import { defaultCssVariablesResolver, DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { expect, test } from 'vitest';
import { clubLooks, clubNames } from '#shared/kernel/clubs.ts';
import { contrast } from '#test/web/contrast.ts';
import { clubTheme, cssVariables } from './theme.ts';

test.each(clubNames)('the text on a button of %s is readable, on hover too', (name) => {
  const theme = mergeMantineTheme(DEFAULT_THEME, clubTheme(name));
  const ink = defaultCssVariablesResolver(theme).light['--mantine-primary-color-contrast']?.includes('black') ? '#000000' : '#ffffff';
  expect(contrast(clubLooks[name].themeColor, ink)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(cssVariables(theme).variables['--mantine-color-club-filled-hover'] ?? '', ink)).toBeGreaterThanOrEqual(4.5);
  expect(clubLooks[name].themeColor).toBe(clubLooks[name].primary[6]);
});

test.each(clubNames)('text in the colour of %s is readable on both backgrounds', (name) => {
  const { light, dark } = cssVariables(mergeMantineTheme(DEFAULT_THEME, clubTheme(name)));
  for (const ground of [light['--app-surface'], light['--app-ground']])
    for (const words of [
      '--mantine-color-anchor',
      '--mantine-color-club-light-color',
      '--mantine-color-club-outline',
      '--mantine-color-club-text',
    ] as const)
      expect(contrast(light[words] ?? '', ground ?? '')).toBeGreaterThanOrEqual(4.5);
  for (const ground of [dark['--app-surface'], dark['--app-ground']])
    expect(contrast(dark['--mantine-color-anchor'] ?? '', ground ?? '')).toBeGreaterThanOrEqual(4.5);
});

test('errors and destructive actions are readable on both backgrounds, and so is the text on their button', () => {
  const theme = mergeMantineTheme(DEFAULT_THEME, clubTheme('RWA'));
  const { light, dark } = cssVariables(theme);
  for (const scheme of [light, dark]) {
    for (const ground of ['--app-surface', '--app-ground'] as const)
      for (const words of ['--mantine-color-danger-text', '--mantine-color-danger-outline', '--mantine-color-error'] as const)
        expect(contrast(scheme[words] ?? '', scheme[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
    for (const button of ['--mantine-color-danger-filled', '--mantine-color-danger-filled-hover'] as const)
      expect(contrast(scheme[button] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5);
  }
});

test.each(clubNames)('the ring of the focus is seen on both backgrounds at %s', (name) => {
  const { light, dark } = cssVariables(mergeMantineTheme(DEFAULT_THEME, clubTheme(name)));
  for (const mode of [light, dark])
    for (const ground of ['--app-surface', '--app-ground'] as const)
      expect(contrast(mode['--v-focus'] ?? '', mode[ground] ?? '')).toBeGreaterThanOrEqual(12);
});

test.each(['danger', 'waiting', 'good'] as const)(
  'words that say %s are readable in both modes: on the ground, on cards and on their own tint, and white on their fill',
  (meaning) => {
    const { light, dark } = cssVariables(mergeMantineTheme(DEFAULT_THEME, clubTheme('RWA')));
    for (const mode of [light, dark]) {
      for (const ground of ['--app-surface', '--app-ground', `--v-${meaning}-tint`] as const)
        expect(contrast(mode[`--v-${meaning}`] ?? '', mode[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
      expect(
        contrast(mode[`--mantine-color-${meaning}-light-color`] ?? '', mode[`--mantine-color-${meaning}-light`] ?? ''),
      ).toBeGreaterThanOrEqual(4.5);
      expect(contrast(mode[`--mantine-color-${meaning}-filled`] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(mode[`--mantine-color-${meaning}-filled-hover`] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5);
    }
  },
);
