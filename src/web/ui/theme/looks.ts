import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  type ConvertCSSVariablesInput,
} from '@mantine/core';
import { clubLooks, clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import { clubTheme, cssVariables } from './theme.ts';

/**
 * The colours of all clubs as styles, made while the page is built: what a page without a club shows,
 * and what each club has otherwise. Doubled roots, so that they hold against the design system's own styles that come later.
 */
export function looksOfClubs(): string {
  const common = variablesOf(undefined);
  const looks = clubNames.map((name) => convertCssVariables(difference(variablesOf(name), common), `:root:root[data-club='${name}']`));
  // What belongs to a club bears its colour in every club's pages: `--club-rwa`, and `--club-rwa-pale` on a dark ground.
  const colors = clubNames.map((name) => {
    const { themeColor, primary } = clubLooks[name];
    return `--club-${name.toLowerCase()}: ${themeColor}; --club-${name.toLowerCase()}-pale: ${primary[2]};`;
  });
  return [
    `:root { ${colors.join(' ')} }`,
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

/** The variables of `look` that `ground` does not have already. */
function difference(look: ConvertCSSVariablesInput, ground: ConvertCSSVariablesInput): ConvertCSSVariablesInput {
  const changed = (kind: keyof ConvertCSSVariablesInput) => {
    const had = new Map(Object.entries(ground[kind]));
    return Object.fromEntries(Object.entries(look[kind]).filter(([name, value]) => had.get(name) !== value));
  };
  return { variables: changed('variables'), light: changed('light'), dark: changed('dark') };
}
