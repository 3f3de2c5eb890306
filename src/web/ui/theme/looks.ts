import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  type ConvertCSSVariablesInput,
} from '@mantine/core';
import { clubLooks, clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import { shadows, spacesPx, textSizes } from '#shared/kernel/look/look.ts';
import { clubTheme, cssVariables } from './theme.ts';

/**
 * The CSS variables of all clubs, generated at build time: a default, and each club's differences. `:root:root` doubles
 * the specificity, so that they win over the design system's styles, which load later.
 */
export function looksOfClubs(): string {
  const common = variablesOf(undefined);
  const looks = clubNames.map((name) => convertCssVariables(difference(variablesOf(name), common), `:root:root[data-club='${name}']`));
  // Each club's own colour on any site: `--club-rwa`, and `--club-rwa-pale` for dark mode.
  const colors = clubNames.map((name) => {
    const { themeColor, primary } = clubLooks[name];
    return `--club-${name.toLowerCase()}: ${themeColor}; --club-${name.toLowerCase()}-pale: ${primary[2]};`;
  });
  const sizes = Object.entries(textSizes).map(([name, { sizePx }]) => `--v-text-${name}: ${sizePx / 16}rem;`);
  const spaces = spacesPx.map((px) => `--v-space-${px}: ${px / 16}rem;`);
  const layers = Object.entries(shadows).map(([name, shadow]) => `--v-shadow-${name}: ${shadow};`);
  return [
    `:root { ${[...colors, ...sizes, ...spaces, ...layers].join(' ')} }`,
    convertCssVariables(difference(common, defaultCssVariablesResolver(DEFAULT_THEME)), ':root:root'),
    ...looks,
  ].join('\n');
}

function variablesOf(name: ClubName | undefined): ConvertCSSVariablesInput {
  const theme = mergeMantineTheme(DEFAULT_THEME, clubTheme(name));
  const [given, own] = [defaultCssVariablesResolver(theme), cssVariables(theme)];
  return {
    variables: { ...given.variables, ...own.variables },
    light: { ...given.light, ...own.light },
    dark: { ...given.dark, ...own.dark },
  };
}

/** The variables of `look` that differ from `ground`. */
function difference(look: ConvertCSSVariablesInput, ground: ConvertCSSVariablesInput): ConvertCSSVariablesInput {
  const changed = (kind: keyof ConvertCSSVariablesInput) => {
    const had = new Map(Object.entries(ground[kind]));
    return Object.fromEntries(Object.entries(look[kind]).filter(([name, value]) => had.get(name) !== value));
  };
  return { variables: changed('variables'), light: changed('light'), dark: changed('dark') };
}
