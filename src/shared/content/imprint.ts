import { richTextToText, type RichText } from '#shared/kernel/richText.ts';

/** A German postcode followed by a town name: the last line of an address. */
const town = /(^|[^\d])\d{5} +\p{Lu}/u;
const addressAtMost = 200;

/**
 * The provider and address of an imprint in one line: either a line with commas, or up to three lines above the town
 * joined by commas. Undefined if the text has no address, or a longer one than 200 characters.
 */
export function addressIn(imprint: RichText): string | undefined {
  const lines = richTextToText(imprint)
    .split('\n')
    .map((line) => line.trim());
  const at = lines.findIndex((line) => town.test(line));
  const last = lines[at];
  if (last === undefined) return undefined;
  if (last.includes(',')) return last.length <= addressAtMost ? last : undefined;
  const before = lines.slice(0, at);
  const from = Math.max(before.lastIndexOf('') + 1, at - 3);
  const whole = [...before.slice(from), last].join(', ');
  return whole.length <= addressAtMost ? whole : undefined;
}
