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

/** The distances on screen, from a hair to what parts sections: inside a control 8, between fields 16, between parts 24. */
export const spacesPx = [2, 4, 8, 12, 16, 20, 24, 32, 48] as const;

/** What lies above the page: a card on the ground, a bar at the edge of the window, a menu over it. */
export const shadows = {
  card: '0 1px 2px rgb(15 23 42 / 6%), 0 8px 24px rgb(15 23 42 / 5%)',
  bar: '0 1px 3px rgb(0 0 0 / 5%), 0 20px 25px -5px rgb(0 0 0 / 5%), 0 10px 10px -5px rgb(0 0 0 / 4%)',
  menu: '0 6px 24px rgb(0 0 0 / 20%)',
} as const;

/** The corners: of marks, of controls and cards, of dialogs, of chips. */
export const radiiPx = { mark: 4, control: 8, dialog: 12, chip: 999 } as const;

/** Ten shades from light to dark, as the design system wants them. */
export type Shades = readonly [string, string, string, string, string, string, string, string, string, string];

/** The colours of the clubs: the seventh is the club's own, on which its buttons stand; text takes the eighth and darker ones. */
export const clubShades = {
  RWA: ['#FFEBEE', '#FBD5DA', '#F2A9B2', '#EA7A88', '#E35264', '#DF394D', '#CC091E', '#B00719', '#930615', '#750410'],
  SCB: ['#E7F1FF', '#CFE0FA', '#9EBEF2', '#6A9AEA', '#407BE3', '#2668DF', '#1D5BCB', '#134CB0', '#0A439E', '#00398B'],
  // Amber is a background for dark text; dark amber, from the eighth shade on, is a text colour.
  GSV: ['#FFFBEB', '#FEF3C7', '#FDE68A', '#FCD34D', '#FBBF24', '#F8B12B', '#F59E0B', '#8A4B00', '#7A3E00', '#613200'],
} as const satisfies { readonly [club: string]: Shades };

/** What a colour says at every club; red, blue and amber are the clubs' own and say nothing. */
export type Meaning = 'danger' | 'waiting' | 'good';

/** The colours that say something: in light mode the seventh on the first, in dark mode the third on the tenth. */
export const meanings: { readonly [name in Meaning]: Shades } = {
  danger: ['#FBEAF5', '#F6D0E9', '#F5A3D0', '#E57BB8', '#CF559F', '#B23A87', '#8B1A6B', '#76145A', '#5F0F49', '#3A1530'],
  waiting: ['#FFF4DB', '#FDE6B0', '#FCD34D', '#F0B429', '#C97F0A', '#A05E02', '#8A4B00', '#743F00', '#5E3300', '#3A2A0A'],
  good: ['#E3F6EC', '#C2EBD5', '#6EE7B7', '#34D399', '#149A63', '#0D7A4D', '#0B6B43', '#095A38', '#07482D', '#12352B'],
};
