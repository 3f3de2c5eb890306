import type { RichText, RichTextNode } from '#shared/kernel/richText.ts';

/** An accessibility problem of a text. `place` is the index among the elements of its kind, from 0. */
export type Hindrance = { kind: 'heading' | 'image' | 'link' | 'table'; place: number; message: string };

/** Link texts that are meaningless out of context. */
const emptyLinkWords =
  /^(hier|klick(en sie)? hier|hier klicken|link|mehr|weiter|weiterlesen|mehr lesen|mehr erfahren|details|download|dort)[.!:…»>]*$/i;
const fileName = /\.(jpe?g|png|gif|webp|svg|heic|avif)$|^(img|dsc|dscn|pxl|image|bild|foto|screenshot)[-_ ]?\d+$/i;

/**
 * The accessibility problems of a text in reading order: skipped heading levels, file names as alternative texts,
 * meaningless link texts, tables without header cells.
 */
export function findReadabilityIssues({ content }: RichText): Hindrance[] {
  const walk: Walk = { counts: { heading: 0, image: 0, link: 0, table: 0 }, level: 1, found: [] };
  visit(content, walk);
  return walk.found;
}

type Kind = Hindrance['kind'];
type Walk = {
  counts: { [kind in Kind]: number };
  /** The level of the previous heading; initially that of the page title. */ level: number;
  found: Hindrance[];
};

function visit(nodes: readonly RichTextNode[], walk: Walk): void {
  for (const [at, node] of nodes.entries()) {
    if (node.type === 'heading') visitHeading(node, walk);
    if (node.type === 'image' && fileName.test(String(node.attrs?.['alt'] ?? '').trim()))
      report(walk, 'image', 'Die Beschreibung eines Bildes ist ein Dateiname. Bitte sagen, was zu sehen ist.');
    if (node.type === 'table' && !(node.content?.[0]?.content ?? []).some(({ type }) => type === 'tableHeader'))
      report(walk, 'table', 'Eine Tabelle hat keine Kopfzeile.');
    const address = addressOf(node);
    // Adjacent nodes with the same target, e.g. with one bold word, are one link.
    if (address !== undefined && address !== addressOf(nodes[at - 1])) visitLink(nodes.slice(at), address, walk);
    visit(node.content ?? [], walk);
    if (node.type === 'image' || node.type === 'table') walk.counts[node.type]++;
  }
}

function visitHeading(node: RichTextNode, walk: Walk): void {
  const level = Number(node.attrs?.['level']);
  const text = textOf(node);
  if (text === '') report(walk, 'heading', 'Eine Überschrift ist leer.');
  else if (level > walk.level + 1)
    report(walk, 'heading', `„${text}“ überspringt eine Ebene. Bitte eine Überschrift der Ebene ${walk.level + 1} nehmen.`);
  walk.level = level;
  walk.counts.heading++;
}

function visitLink(rest: readonly RichTextNode[], address: string, walk: Walk): void {
  const end = rest.findIndex((node) => addressOf(node) !== address);
  const text = (end < 0 ? rest : rest.slice(0, end)).map(textOf).join('').trim();
  if (emptyLinkWords.test(text)) report(walk, 'link', `Der Link „${text}“ sagt nicht, wohin er führt.`);
  walk.counts.link++;
}

function report({ counts, found }: Walk, kind: Kind, message: string): void {
  found.push({ kind, place: counts[kind], message });
}

function addressOf(node: RichTextNode | undefined): string | undefined {
  return node?.marks?.flatMap((mark) => (mark.type === 'link' ? [mark.attrs.href] : []))[0];
}

function textOf(node: RichTextNode): string {
  return (node.text ?? (node.content ?? []).map(textOf).join('')).trim();
}
