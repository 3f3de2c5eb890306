import { widthOf } from './signs.ts';

/** The content of a sheet from top to bottom: paragraphs, tables, signature lines and page breaks. */
export type PdfBlock =
  | { kind: 'text'; text: string; size?: number; isBold?: boolean; before?: number }
  | {
      kind: 'table';
      widths: readonly number[];
      /** The number of trailing columns with numbers. */ numbers?: number;
      rows: readonly PdfRow[];
      before?: number;
    }
  | { kind: 'line'; width: number; before: number }
  | { kind: 'page' };
/** The cells of a row; number columns, at least the last one, are right-aligned. */
type PdfRow = { cells: readonly string[]; isBold?: boolean };

/** A drawn element; coordinates in points from the lower left corner of the sheet. */
export type Drawn =
  | { kind: 'text'; text: string; x: number; y: number; size: number; isBold: boolean }
  | { kind: 'line'; x: number; y: number; width: number };

/** A4 in points, with margins of 2 cm and 2.5 cm on the left. */
export const sheet = { width: 595, height: 842, left: 71, right: 57, top: 57, bottom: 68 };
const textWidth = sheet.width - sheet.left - sheet.right;
const standardSize = 10.5;
const leading = 1.35;

/** Lays out blocks on as many pages as they need. */
export function pagesOf(blocks: readonly PdfBlock[]): Drawn[][] {
  const pages: Drawn[][] = [[]];
  let y = sheet.height - sheet.top;
  const turn = () => {
    pages.push([]);
    y = sheet.height - sheet.top;
  };
  const down = (height: number) => {
    if (y - height < sheet.bottom) turn();
    y -= height;
  };
  const draw = (...of: Drawn[]) => pages.at(-1)?.push(...of);
  for (const block of blocks) {
    if (block.kind === 'page') {
      turn();
      continue;
    }
    y -= block.before ?? 0;
    if (block.kind === 'line') draw({ kind: 'line', x: sheet.left, y, width: block.width });
    else if (block.kind === 'text') {
      const { size = standardSize, isBold = false } = block;
      for (const text of linesOf(block.text, textWidth, { size, isBold })) {
        down(size * leading);
        draw({ kind: 'text', text, x: sheet.left, y, size, isBold });
      }
    } else
      for (const { cells, isBold = false } of block.rows) {
        const columns = cells.map((cell, at) => linesOf(cell, (block.widths[at] ?? 0) - 6, { size: standardSize, isBold }));
        const height = Math.max(...columns.map(({ length }) => length)) * standardSize * leading + 4;
        down(height);
        draw(...cellsOf(columns, block, { top: y + height, isBold }), { kind: 'line', x: sheet.left, y: y - 3, width: textWidth });
      }
  }
  return pages;
}

type Table = Pick<Extract<PdfBlock, { kind: 'table' }>, 'widths' | 'numbers'>;

function cellsOf(columns: readonly string[][], { widths, numbers = 1 }: Table, { top, isBold }: { top: number; isBold: boolean }): Drawn[] {
  const font = { size: standardSize, isBold };
  return columns.flatMap((lines, at) => {
    const left = sheet.left + widths.slice(0, at).reduce((sum, width) => sum + width, 0);
    const isNumber = at > 0 && at >= columns.length - numbers;
    const end = left + (widths[at] ?? 0) - (at === columns.length - 1 ? 0 : 6);
    return lines.map((text, line) => ({
      kind: 'text' as const,
      text,
      x: isNumber ? end - widthOf(text, font) : left,
      y: top - (line + 1) * standardSize * leading,
      ...font,
    }));
  });
}

/** Wraps a text into lines that fit; a word wider than the line is split. */
function linesOf(text: string, width: number, font: { size: number; isBold: boolean }): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(' ').flatMap((one) => brokenWord(one, width, font))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && widthOf(longer, font) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  });
}

function brokenWord(word: string, width: number, font: { size: number; isBold: boolean }): string[] {
  const parts: string[] = [];
  let part = '';
  for (const sign of word) {
    if (part !== '' && widthOf(part + sign, font) > width) {
      parts.push(part);
      part = '';
    }
    part += sign;
  }
  return [...parts, part];
}
