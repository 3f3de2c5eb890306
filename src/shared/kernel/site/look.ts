/** The sizes of text, each with the height of its line; everything on screen takes one of them. */
export const textSizes = {
  xs: { sizePx: 12, linePx: 16 },
  sm: { sizePx: 13, linePx: 18 },
  md: { sizePx: 14, linePx: 20 },
  lg: { sizePx: 16, linePx: 24 },
  xl: { sizePx: 18, linePx: 26 },
  h2: { sizePx: 22, linePx: 28 },
  h1: { sizePx: 28, linePx: 34 },
  hero: { sizePx: 36, linePx: 42 },
} as const;

/** The corners: of marks, of controls and cards, of dialogs, of chips. */
export const radiiPx = { mark: 4, control: 8, dialog: 12, chip: 999 } as const;

/** Ten shades from light to dark, as the design system wants them. */
type Shades = readonly [string, string, string, string, string, string, string, string, string, string];

/** What a colour says at every club; red, blue and amber are the clubs' own and say nothing. */
export type Meaning = 'danger' | 'waiting' | 'good';

/** The colours that say something: in light mode the seventh on the first, in dark mode the third on the tenth. */
export const meanings: { readonly [name in Meaning]: Shades } = {
  danger: ['#FBEAF5', '#F6D0E9', '#F5A3D0', '#E57BB8', '#CF559F', '#B23A87', '#8B1A6B', '#76145A', '#5F0F49', '#3A1530'],
  waiting: ['#FFF4DB', '#FDE6B0', '#FCD34D', '#F0B429', '#C97F0A', '#A05E02', '#8A4B00', '#743F00', '#5E3300', '#3A2A0A'],
  good: ['#E3F6EC', '#C2EBD5', '#6EE7B7', '#34D399', '#149A63', '#0D7A4D', '#0B6B43', '#095A38', '#07482D', '#12352B'],
};
