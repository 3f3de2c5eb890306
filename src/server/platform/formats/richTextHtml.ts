import type { RichText, RichTextMark, RichTextNode } from '#shared/kernel/richText.ts';
import { escapeHtml } from './escapeHtml.ts';

const elements: { readonly [type: string]: string } = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  table: 'table',
  tableRow: 'tr',
  tableHeader: 'th',
  tableCell: 'td',
};

const markElements = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const;

/** A validated rich text as HTML for feeds and emails. Relative URLs get `origin` as a prefix. User content is escaped. */
export function richTextToHtml(text: RichText, origin: string): string {
  return text.content.map((node) => htmlOf(node, origin)).join('');
}

function htmlOf(node: RichTextNode, origin: string): string {
  const inner = () => (node.content ?? []).map((child) => htmlOf(child, origin)).join('');
  if (node.type === 'text') return (node.marks ?? []).reduce((html, mark) => marked(html, mark, origin), escapeHtml(node.text ?? ''));
  if (node.type === 'hardBreak') return '<br>';
  if (node.type === 'horizontalRule') return '<hr>';
  if (node.type === 'heading') return `<h${Number(node.attrs?.['level'])}>${inner()}</h${Number(node.attrs?.['level'])}>`;
  if (node.type === 'image')
    return `<img src="${absolute(node.attrs?.['src'], origin)}" alt="${escapeHtml(String(node.attrs?.['alt'] ?? ''))}">`;
  const element = elements[node.type];
  return element ? `<${element}>${inner()}</${element}>` : inner();
}

function marked(html: string, mark: RichTextMark, origin: string): string {
  if (mark.type === 'link') return `<a href="${absolute(mark.attrs.href, origin)}" rel="noopener noreferrer">${html}</a>`;
  return `<${markElements[mark.type]}>${html}</${markElements[mark.type]}>`;
}

function absolute(address: unknown, origin: string): string {
  const text = String(address ?? '');
  return escapeHtml(text.startsWith('/') ? `${origin}${text}` : text);
}
