import { z } from 'zod';

/** A formatting mark of a text node. */
export type RichTextMark = { type: 'bold' | 'italic' | 'underline' | 'strike' } | { type: 'link'; attrs: { href: string } };

/** A node of a rich text, in the JSON format of the editor. */
export type RichTextNode = {
  type: string;
  text?: string | undefined;
  marks?: RichTextMark[] | undefined;
  attrs?: { [name: string]: unknown } | undefined;
  content?: RichTextNode[] | undefined;
};

export type RichText = { type: 'doc'; content: RichTextNode[] };

const limits = { depth: 12, nodes: 5000, characters: 100_000 };

/**
 * The target of a link in a text: a path of this site, or a web, mail or telephone URL. No scripts; no `/\\host`, which
 * browsers read as another host.
 */
export const href = z
  .string()
  .max(2000)
  .regex(
    /^(https?:\/\/[^\s]+|mailto:[^\s]+|tel:[+\d\s/()-]+|\/(?![/\\])[^\s]*|#[\w-]*)$/i,
    'Bitte eine Adresse mit https://, mailto:, tel: oder / am Anfang.',
  );

/** The source of an image: only this site, as required by the content security policy. */
export const imageSource = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\s]*$/, 'Bilder kommen nur aus den eigenen Dateien.');

const span = z.int().min(1).max(20);
const cell = z.strictObject({
  colspan: span.default(1),
  rowspan: span.default(1),
  colwidth: z.array(z.int().min(10).max(2000)).max(20).nullish(),
});

/** The node types that a rich text may contain, each with its attributes; the editor creates no others. */
const nodeAttributes: { readonly [type: string]: z.ZodType<{ [name: string]: unknown } | undefined> } = {
  paragraph: z.undefined(),
  heading: z.strictObject({ level: z.int().min(2).max(4) }),
  bulletList: z.undefined(),
  orderedList: z
    .strictObject({
      start: z.int().min(0).max(10_000).default(1),
      type: z
        .string()
        .max(10)
        .nullish()
        .transform(() => null),
    })
    .optional(),
  listItem: z.undefined(),
  blockquote: z.undefined(),
  horizontalRule: z.undefined(),
  hardBreak: z.undefined(),
  image: z.strictObject({
    src: imageSource,
    alt: z.string().trim().min(1, 'Jedes Bild braucht einen Alternativtext.').max(300),
    title: z.string().max(300).nullish(),
    width: z.int().min(16).max(4000).nullish(),
    height: z.int().min(16).max(4000).nullish(),
  }),
  table: z.undefined(),
  tableRow: z.undefined(),
  tableHeader: cell.optional(),
  tableCell: cell.optional(),
};

const mark = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['bold', 'italic', 'underline', 'strike']) }),
  z.object({ type: z.literal('link'), attrs: z.object({ href }) }),
]);

const leaves = new Set(['horizontalRule', 'hardBreak', 'image']);

/** A rich text as stored by the editor, validated on write and on read. At most 100,000 characters. */
export const richText = z
  .custom<RichText>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      'type' in value &&
      value.type === 'doc' &&
      'content' in value &&
      Array.isArray(value.content),
    'Das ist kein Text aus dem Editor.',
  )
  .transform((value, context): RichText => {
    const walk: Walk = { nodes: 0, characters: 0, refuse: (message) => context.addIssue({ code: 'custom', message, input: undefined }) };
    return { type: 'doc', content: checkContent(value.content, 1, walk) };
  });

/** An empty rich text. */
export const emptyRichText: RichText = { type: 'doc', content: [] };

/** Parses a stored rich text; returns an empty one if it is invalid, so that the server never returns unvalidated content. */
export function readRichText(stored: unknown): RichText {
  const result = richText.safeParse(stored);
  return result.success ? result.data : emptyRichText;
}

/** The plain text of a rich text, with line breaks between blocks: for search, previews and plain text mails. */
export function richTextToText(text: RichText): string {
  return text.content
    .map(wordsOf)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

type Walk = { nodes: number; characters: number; refuse(message: string): void };

function checkContent(content: readonly RichTextNode[], depth: number, walk: Walk): RichTextNode[] {
  if (depth > limits.depth) {
    walk.refuse('Der Text ist zu tief verschachtelt.');
    return [];
  }
  return content.map((node) => checkNode(node, depth, walk));
}

function checkNode(node: RichTextNode, depth: number, walk: Walk): RichTextNode {
  walk.nodes += 1;
  if (walk.nodes === limits.nodes) walk.refuse('Der Text hat zu viele Abschnitte.');
  if (walk.nodes >= limits.nodes) return { type: 'paragraph' };
  return node?.type === 'text' ? checkWords(node, walk) : checkElement(node, depth, walk);
}

function checkWords({ text, marks }: RichTextNode, walk: Walk): RichTextNode {
  if (typeof text !== 'string' || text.includes('\0')) walk.refuse('Der Text enthält ein unzulässiges Zeichen.');
  walk.characters += text?.length ?? 0;
  if (walk.characters > limits.characters) walk.refuse(`Höchstens ${limits.characters} Zeichen.`);
  const checked = z.array(mark).max(6).optional().safeParse(marks);
  if (!checked.success) walk.refuse(checked.error.issues[0]?.message ?? 'Unbekannte Auszeichnung.');
  return { type: 'text', text: text ?? '', ...(checked.data && checked.data.length > 0 && { marks: checked.data }) };
}

function checkElement(node: RichTextNode, depth: number, walk: Walk): RichTextNode {
  const type = String(node?.type);
  const shape = Object.hasOwn(nodeAttributes, type) ? nodeAttributes[type] : undefined;
  if (!shape) {
    walk.refuse(`Diesen Bestandteil kennt der Editor nicht: ${type.slice(0, 40)}`);
    return { type: 'paragraph' };
  }
  // Text alignment is not supported; the editor sets it on every table cell.
  const { textAlign: _unset, align: _none, ...given } = node.attrs ?? {};
  const attrs = shape.safeParse(Object.keys(given).length > 0 ? given : undefined);
  if (!attrs.success) walk.refuse(attrs.error.issues[0]?.message ?? 'Unbekannte Angabe.');
  const content = Array.isArray(node.content) && !leaves.has(type) ? checkContent(node.content, depth + 1, walk) : undefined;
  return { type, ...(attrs.data !== undefined && { attrs: attrs.data }), ...(content && { content }) };
}

function wordsOf(node: RichTextNode): string {
  if (node.type === 'text') return node.text ?? '';
  if (node.type === 'hardBreak') return '\n';
  if (node.type === 'image') return String(node.attrs?.['alt'] ?? '');
  const parts = (node.content ?? []).map(wordsOf);
  const isInline = node.type === 'paragraph' || node.type === 'heading';
  if (node.type === 'tableRow') return parts.join(' | ');
  if (node.type === 'listItem') return `– ${parts.join('\n')}`;
  return parts.join(isInline ? '' : '\n');
}
