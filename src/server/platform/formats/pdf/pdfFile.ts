import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { pagesOf, sheet, type Drawn, type PdfBlock } from './layout.ts';
import { codesOf, differences } from './signs.ts';

/** A document: its title, foot and content. */
export type Sheets = { title: string; /** At the foot of each page, before its number. */ foot: string; blocks: readonly PdfBlock[] };

/**
 * A German A4 PDF with the standard fonts. Deterministic: the same sheets give the same bytes. Several documents follow one another, each
 * with its own page numbers; the first one gives the title.
 */
export function pdfFile(name: string, ...documents: readonly [Sheets, ...Sheets[]]): File {
  const [{ title }] = documents;
  const streams = documents.flatMap(streamsOf);
  const encoding = `<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [${differences}] >>`;
  const font = (base: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${base} /Encoding 5 0 R >>`;
  const first = 7;
  const pageObjects = streams.flatMap((stream, at) => [
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${sheet.width} ${sheet.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${first + at * 2 + 1} 0 R >>`,
    ),
    packed(stream),
  ]);
  const kids = streams.map((_, page) => `${first + page * 2} 0 R`).join(' ');
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R /Lang (de-DE) /ViewerPreferences << /DisplayDocTitle true >> >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${streams.length} >>`),
    Buffer.from(font('Helvetica')),
    Buffer.from(font('Helvetica-Bold')),
    Buffer.from(encoding),
    Buffer.from(`<< /Title ${unicode(title)} >>`),
    ...pageObjects,
  ];
  return new File([assembled(objects)], name, { type: 'application/pdf' });
}

/** The content of each page of a document. */
function streamsOf({ foot, blocks }: Sheets): string[] {
  const pages = pagesOf(blocks);
  return pages.map((drawn, at) => {
    const number = footOf(`${foot} · Seite ${at + 1} von ${pages.length}`);
    return [...drawn, number].map(shown).join('\n');
  });
}

function footOf(text: string): Drawn {
  return { kind: 'text', text, x: sheet.left, y: sheet.bottom - 28, size: 8, isBold: false };
}

function shown(one: Drawn): string {
  if (one.kind === 'line') return `0.5 w ${at(one.x)} ${at(one.y)} m ${at(one.x + one.width)} ${at(one.y)} l S`;
  const { codes, accents } = codesOf(one.text, one);
  const letters = string(one, codes);
  if (accents.length === 0) return letters;
  const over = accents.map(({ code, right, up }) => string({ ...one, x: one.x + right, y: one.y + up }, [code]));
  // When copied or read aloud, the line has its original text.
  return [`/Span << /ActualText ${unicode(one.text)} >> BDC`, letters, ...over, 'EMC'].join('\n');
}

function string({ x, y, size, isBold }: { x: number; y: number; size: number; isBold: boolean }, codes: readonly number[]): string {
  return `BT /${isBold ? 'F2' : 'F1'} ${size} Tf ${at(x)} ${at(y)} Td <${Buffer.from(codes).toString('hex')}> Tj ET`;
}

function at(number: number): string {
  return number.toFixed(2);
}

function packed(stream: string): Buffer {
  const bytes = deflateSync(Buffer.from(stream, 'latin1'));
  return Buffer.concat([Buffer.from(`<< /Length ${bytes.length} /Filter /FlateDecode >>\nstream\n`), bytes, Buffer.from('\nendstream')]);
}

/** A text outside the page content, as UTF-16. */
function unicode(text: string): string {
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}

/** The objects in order, with the cross-reference table. */
function assembled(objects: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\u00e4\u00f6\u00fc\u00df\n', 'latin1')];
  const places: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [at, object] of objects.entries()) {
    places.push(length);
    add(Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]));
  }
  const id = createHash('md5').update(Buffer.concat(parts)).digest('hex');
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R /ID [<${id}> <${id}>] >>\nstartxref\n${length}\n%%EOF\n`;
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`));
  return new Uint8Array(Buffer.concat(parts));
}
