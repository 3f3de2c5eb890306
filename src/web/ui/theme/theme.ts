import {
  createTheme,
  isLightColor,
  rem,
  type ButtonProps,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineTheme,
  type MantineThemeOverride,
} from '@mantine/core';
import { fontFamily } from '#shared/kernel/site/fontFamily.ts';
import { clubLooks, type ClubName } from '#shared/kernel/clubs.ts';
import { meanings, radiiPx, textSizes, type Meaning } from '#shared/kernel/look/look.ts';

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

/** The staff's pages take from the scale what is 14 px for a small text and 16 for a normal one. */
const text = (size: keyof typeof textSizes) => `var(--v-text-${size})`;

/** The close button of a dialog has no text. */
export const closeButtonProps = { 'aria-label': 'Schließen' };

/** A club's theme: its primary colour and cool grey. Green until the club is known (specification section 9). */
export function clubTheme(name: ClubName | undefined): MantineThemeOverride {
  return createTheme({
    primaryColor: name ? 'club' : 'green',
    primaryShade: 6,
    colors: {
      club: [...clubLooks[name ?? 'RWA'].primary],
      gray,
      dark,
      danger: [...meanings.danger],
      waiting: [...meanings.waiting],
      good: [...meanings.good],
    },
    fontSizes: { xs: text('xs'), sm: text('md'), md: text('lg'), lg: text('xl'), xl: text('h2') },
    radius: { sm: rem(radiiPx.mark), md: rem(radiiPx.control), lg: rem(radiiPx.dialog), xl: rem(radiiPx.chip) },
    defaultRadius: 'md',
    cursorType: 'pointer',
    autoContrast: true,
    focusRing: 'auto',
    respectReducedMotion: true,
    fontFamily,
    headings: {
      fontWeight: '650',
      sizes: {
        h1: { fontSize: text('h1') },
        h2: { fontSize: text('h2') },
        h3: { fontSize: text('h2') },
        h4: { fontSize: text('xl') },
        h5: { fontSize: text('lg') },
        h6: { fontSize: text('md') },
      },
    },
    components: {
      // The buttons in a row are lower than others; what they say is as large.
      Button: {
        vars: (_theme: MantineTheme, { size }: ButtonProps) => ({ root: size === 'compact-md' ? { '--button-fz': text('md') } : {} }),
      },
      // Mantine's focus placeholder is not a valid menu child (axe: aria-required-children).
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Modal: { defaultProps: { closeButtonProps } },
      Drawer: { defaultProps: { closeButtonProps, position: 'right', size: 'lg' } },
    },
  });
}

/** A colour that says something, as text, as a ground for that text and as a fill for white words. */
function said(meaning: Meaning, mode: 'light' | 'dark'): { [variable: string]: string } {
  const shades = meanings[meaning];
  const [words, tint, fill, hover] =
    mode === 'light' ? [shades[6], shades[0], shades[6], shades[7]] : [shades[2], shades[9], shades[5], shades[6]];
  const name = `--mantine-color-${meaning}`;
  return {
    [`--v-${meaning}`]: words,
    [`--v-${meaning}-tint`]: tint,
    [`${name}-text`]: words,
    [`${name}-outline`]: words,
    [`${name}-light`]: tint,
    [`${name}-light-hover`]: tint,
    [`${name}-light-color`]: words,
    [`${name}-filled`]: fill,
    [`${name}-filled-hover`]: hover,
  };
}

/**
 * Variables that the theme does not cover: the ring of the focus, muted text, links, errors and text in the club's colour, with enough
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
    '--mantine-color-error': meanings.danger[6],
    ...said('danger', 'light'),
    ...said('waiting', 'light'),
    ...said('good', 'light'),
    '--v-focus': theme.colors.gray[9],
    '--app-ground': theme.colors.gray[1],
    '--app-surface': '#ffffff',
    '--app-line': theme.colors.gray[2],
  },
  dark: {
    '--mantine-color-dimmed': theme.colors.gray[4],
    '--mantine-color-anchor': theme.colors['club']?.[3] ?? '',
    '--mantine-color-placeholder': theme.colors.gray[4],
    '--mantine-color-error': meanings.danger[2],
    ...said('danger', 'dark'),
    ...said('waiting', 'dark'),
    ...said('good', 'dark'),
    '--v-focus': theme.colors.gray[0],
    '--app-ground': theme.colors.dark[8],
    '--app-surface': theme.colors.dark[7],
    '--app-line': theme.colors.dark[5],
  },
});
