import { keysOf } from '#shared/kernel/keys.ts';
import { richTextToText, type RichText, type RichTextNode } from '#shared/kernel/richText.ts';

/** The placeholders of a mailing, each with its fallback: `Vorname` and `Name` are who is addressed, `Kind` is who it is about. */
export const placeholders = {
  Anrede: 'Guten Tag',
  Vorname: 'liebes Mitglied',
  Name: 'liebes Mitglied',
  Kind: 'Ihr Kind',
  Angebot: 'unser Angebot',
  Termin: 'demnächst',
  Halle: 'am gewohnten Ort',
  Link: 'unsere Seite',
  Dienst: 'Ihr Dienst',
  Stunden: 'Ihre Hilfe',
} as const;
type Placeholder = keyof typeof placeholders;
/** The values for one recipient; a missing or empty one is replaced by the fallback. */
export type PlaceholderValues = { readonly [name in Placeholder]?: string | undefined };
/** Fallbacks for parents whose names are unknown. */
export const parentFallbacks = { ...placeholders, Vorname: 'liebe Eltern', Name: 'liebe Eltern' } as const;
type Fallbacks = { readonly [name in Placeholder]: string };

/** `{Vorname}`, or with an own fallback: `{Vorname|liebe Eltern}`. */
const pattern = /\{([^{}|\n]{1,40})(?:\|([^{}\n]{0,80}))?\}/g;

/** Replaces the placeholders of a line; placeholders inside values are not replaced. */
export function fillLine(line: string, values: PlaceholderValues, fallbacks: Fallbacks = placeholders): string {
  return line.replaceAll(pattern, (whole: string, name: string, own: string | undefined) => {
    const known = placeholderOf(name);
    return known ? values[known] || own || fallbacks[known] : whole;
  });
}

/** Replaces the placeholders of a rich text. */
export function fillText(text: RichText, values: PlaceholderValues, fallbacks: Fallbacks = placeholders): RichText {
  const fill = (node: RichTextNode): RichTextNode => ({
    ...node,
    ...(node.text !== undefined && { text: fillLine(node.text, values, fallbacks) }),
    ...(node.content && { content: node.content.map(fill) }),
  });
  return { type: 'doc', content: text.content.map(fill) };
}

/** How people begin a letter: a greeting, up to its comma. */
const greeted =
  /^(hallo|hi|hey|moin|servus|grüß|guten (tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?)(?![\p{L}\p{N}])[^\n.?,!]{0,60}[,!]/iu;

/** Whether a text greets by itself: with the placeholder of the salutation, or with its first words. */
export function hasGreeting(text: RichText): boolean {
  const words = richTextToText(text).trim();
  return greeted.test(words) || inBraces(words).some((name) => placeholderOf(name) === 'Anrede');
}

/** The first fault of the placeholders of a subject or text, as a German sentence; undefined if all can be replaced. */
export function placeholderFault(text: RichText | string): string | undefined {
  const whole = typeof text === 'string' ? text : richTextToText(text);
  const found = inBraces(whole);
  const unknown = found.find((name) => !placeholderOf(name));
  if (unknown) return `„{${unknown}}“ kennen wir nicht. Es gibt: ${Object.keys(placeholders).join(', ')}.`;
  if (typeof text === 'string') return undefined;
  // Formatting inside the braces splits a placeholder into two nodes, so that it would not be replaced.
  const inOnePiece = wordsIn(text.content).flatMap(inBraces);
  return inOnePiece.length < found.length ? 'Ein Platzhalter ist mittendrin anders formatiert. Bitte ganz oder gar nicht.' : undefined;
}

function placeholderOf(name: string): Placeholder | undefined {
  const wanted = name.trim().toLowerCase();
  return keysOf(placeholders).find((one) => one.toLowerCase() === wanted);
}

function inBraces(line: string): string[] {
  return [...line.matchAll(pattern)].flatMap(([, name]) => name ?? []);
}

function wordsIn(nodes: readonly RichTextNode[]): string[] {
  return nodes.flatMap(({ text, content }) => [...(text === undefined ? [] : [text]), ...wordsIn(content ?? [])]);
}
