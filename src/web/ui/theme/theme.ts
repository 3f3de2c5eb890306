import { createTheme, isLightColor, type CSSVariablesResolver, type MantineColorsTuple, type MantineThemeOverride } from '@mantine/core';
import { fontFamily } from '#shared/kernel/site/fontFamily.ts';
import { clubLooks, type ClubName } from '#shared/kernel/clubs.ts';

/** "Cool" grey (specification section 9). */
const gray: MantineColorsTuple = [
  '#f8fafc',
  '#f1f5f9',
  '#e2e8f0',
  '#cbd5e1',
  '#94a3b8',
  '#64748b',
  '#475569',
  '#334155',
  '#1e293b',
  '#0f172a',
];

/** Dark surfaces in the same cool tone. */
const dark: MantineColorsTuple = [
  '#e2e8f0',
  '#cbd5e1',
  '#b0bccc',
  '#8694a8',
  '#3d4a5f',
  '#2f3b4f',
  '#232d3f',
  '#161e2e',
  '#111827',
  '#0b1120',
];

/** The close button of a dialog has no text. */
const closeButtonProps = { 'aria-label': 'Schließen' };

/** A club's theme: its primary colour and cool grey. Green until the club is known (specification section 9). */
export function clubTheme(name: ClubName | undefined): MantineThemeOverride {
  return createTheme({
    primaryColor: name ? 'club' : 'green',
    primaryShade: 6,
    colors: { club: [...clubLooks[name ?? 'RWA'].primary], gray, dark },
    defaultRadius: 'md',
    cursorType: 'pointer',
    autoContrast: true,
    focusRing: 'auto',
    respectReducedMotion: true,
    fontFamily,
    headings: { fontWeight: '650' },
    components: {
      // Mantine's focus placeholder is not a valid menu child (axe: aria-required-children).
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Modal: { defaultProps: { closeButtonProps } },
      Drawer: { defaultProps: { closeButtonProps, position: 'right', size: 'lg' } },
    },
  });
}

/**
 * Variables that the theme does not cover: muted text, links, errors and text in the club's colour, with enough
 * contrast in both modes (WCAG 2.2, 4.5 : 1). A light colour gets lighter on hover, since its text is dark.
 */
export const cssVariables: CSSVariablesResolver = (theme) => ({
  variables: { '--mantine-color-club-filled-hover': theme.colors['club']?.[isLightColor(theme.colors['club'][6], 0.3) ? 5 : 7] ?? '' },
  light: {
    '--mantine-color-club-light-color': theme.colors['club']?.[7] ?? '',
    '--mantine-color-club-outline': theme.colors['club']?.[7] ?? '',
    '--mantine-color-club-text': theme.colors['club']?.[7] ?? '',
    '--mantine-color-dimmed': theme.colors.gray[6],
    '--mantine-color-anchor': theme.colors['club']?.[7] ?? '',
    '--mantine-color-placeholder': theme.colors.gray[5],
    '--mantine-color-error': theme.colors.red[9],
    '--mantine-color-red-filled': theme.colors.red[9],
    '--mantine-color-red-filled-hover': theme.colors.red[8],
    '--mantine-color-red-outline': theme.colors.red[9],
    '--mantine-color-red-text': theme.colors.red[9],
    // On their own light backgrounds the darkest default shades lack contrast.
    '--mantine-color-red-light-color': '#b02323',
    '--mantine-color-orange-light-color': '#983407',
    '--mantine-color-green-light-color': '#1c6530',
    '--mantine-color-teal-light-color': '#066649',
    '--app-ground': theme.colors.gray[1],
    '--app-surface': '#ffffff',
    '--app-line': theme.colors.gray[2],
  },
  dark: {
    '--mantine-color-dimmed': theme.colors.gray[4],
    '--mantine-color-anchor': theme.colors['club']?.[3] ?? '',
    '--mantine-color-placeholder': theme.colors.gray[4],
    '--mantine-color-error': theme.colors.red[4],
    '--mantine-color-red-filled': theme.colors.red[9],
    '--mantine-color-red-filled-hover': theme.colors.red[8],
    '--mantine-color-red-outline': theme.colors.red[4],
    '--mantine-color-red-text': theme.colors.red[4],
    '--app-ground': theme.colors.dark[8],
    '--app-surface': theme.colors.dark[7],
    '--app-line': theme.colors.dark[5],
  },
});
