/** How wide the fields of a repeated row are: side by side where there is room, on a phone as wide as it is. */
export const fieldWidths = {
  whole: { base: '1 1 100%', xs: '0 1 240px' },
  /** Leaves room beside it for the button that removes the row. */ last: { base: '1 1 200px', xs: '0 1 220px' },
  short: { base: '1 1 110px', xs: '0 1 150px' },
  time: { base: '1 1 110px', xs: '0 1 90px' },
} as const;
