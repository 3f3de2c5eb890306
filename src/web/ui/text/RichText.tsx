import { createElement, Fragment, type ReactNode } from 'react';
import type { RichText as RichTextValue, RichTextMark, RichTextNode } from '#shared/kernel/richText.ts';
import { pictureWidths } from '#shared/kernel/storage.ts';
import classes from './RichText.module.css';

const elements: { readonly [type: string]: string } = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  tableRow: 'tr',
  tableHeader: 'th',
  tableCell: 'td',
};

const markElements = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const;

/** Renders validated rich text as elements, never as HTML, so that it cannot run code. */
export function RichText({ value }: { value: RichTextValue }) {
  return <div className={classes['text']}>{value.content.map(draw)}</div>;
}

function draw(node: RichTextNode, index: number): ReactNode {
  const { attrs = {}, content = [] } = node;
  switch (node.type) {
    case 'text':
      return <Fragment key={index}>{(node.marks ?? []).reduce<ReactNode>(drawMark, node.text ?? '')}</Fragment>;
    case 'hardBreak':
      return <br key={index} />;
    case 'horizontalRule':
      return <hr key={index} />;
    case 'heading':
      return createElement(`h${Number(attrs['level'])}`, { key: index }, content.map(draw));
    case 'image':
      return (
        <img
          key={index}
          {...sourcesOf(String(attrs['src']))}
          alt={String(attrs['alt'])}
          width={sizeOf(attrs['width'])}
          height={sizeOf(attrs['height'])}
          loading="lazy"
        />
      );
    case 'table':
      return (
        <div key={index} className={classes['scroll']}>
          <table>
            <tbody>{content.map(draw)}</tbody>
          </table>
        </div>
      );
    default:
      return createElement(elements[node.type] ?? 'div', { key: index, ...tableSpans(attrs) }, content.map(draw));
  }
}

function drawMark(inner: ReactNode, mark: RichTextMark): ReactNode {
  if (mark.type !== 'link') return createElement(markElements[mark.type], {}, inner);
  const isOutside = /^https?:/i.test(mark.attrs.href);
  return (
    <a href={mark.attrs.href} {...(isOutside && { target: '_blank', rel: 'noopener noreferrer' })}>
      {inner}
    </a>
  );
}

function tableSpans(attrs: { [name: string]: unknown }): object {
  const { colspan, rowspan } = attrs;
  return { ...(Number(colspan) > 1 && { colSpan: Number(colspan) }), ...(Number(rowspan) > 1 && { rowSpan: Number(rowspan) }) };
}

/** A stored picture in responsive sizes; any other URL as it is. */
function sourcesOf(src: string): { src: string; srcSet?: string; sizes?: string } {
  const stored = /^\/media\/960\/(.+)$/.exec(src)?.[1];
  if (!stored) return { src };
  const srcSet = pictureWidths.map((width) => `/media/${width}/${stored} ${width}w`).join(', ');
  return { src, srcSet, sizes: '(max-width: 48em) 100vw, 44rem' };
}

function sizeOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
