/** Flex values for repeated rows: side by side where there is room, full width on a phone. */
export const fieldWidths = {
  whole: { base: '1 1 100%', xs: '0 1 240px' },
  /** Leaves room for the row's remove button. */ last: { base: '1 1 200px', xs: '0 1 220px' },
  short: { base: '1 1 110px', xs: '0 1 150px' },
  time: { base: '1 1 110px', xs: '0 1 90px' },
} as const;
