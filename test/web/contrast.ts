/** The contrast of two colours, written as #rrggbb, by WCAG 2.2. */
export function contrast(one: string, other: string): number {
  const [bright = 0, deep = 0] = [one, other].map(luminance).toSorted((a, b) => b - a);
  return (bright + 0.05) / (deep + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
