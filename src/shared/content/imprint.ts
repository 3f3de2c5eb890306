import { richTextToText, type RichText } from '#shared/kernel/richText.ts';

/** A postcode with its town, as the last part of an address in Germany. */
const town = /(^|[^\d])\d{5} +\p{Lu}/u;
const addressAtMost = 200;

/**
 * Who is behind a site and where, in one line, as an imprint names it first: on one line with commas, or over two or three with the
 * town last. Undefined where the text names no address.
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
