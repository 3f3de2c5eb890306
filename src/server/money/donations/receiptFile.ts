import { createHash } from 'node:crypto';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { ReceiptContent } from '#shared/money/donations/contract.ts';
import { euroWords } from '#shared/money/donations/euroWords.ts';
import { receiptTexts } from '#shared/money/donations/receipt.ts';
import type { PdfBlock } from '#server/platform/formats/pdf/layout.ts';
import { pdfFile, type Sheets } from '#server/platform/formats/pdf/pdfFile.ts';

type Sheet = { no: string; issuedOn: string; content: ReceiptContent };

/** The stored form of a receipt's sheet (base64), with its checksum. */
export async function keptSheet(sheet: Sheet): Promise<{ file: string; sha256: string }> {
  const bytes = Buffer.from(await pdfFile(sheetName(sheet.no), sheetsOf(sheet)).arrayBuffer());
  return { file: bytes.toString('base64'), sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** The file name of a receipt. */
export function sheetName(no: string): string {
  return `zuwendungsbestaetigung-${no}.pdf`;
}

/** The sheets of several receipts as one file, to print and sign them. */
export function sheetsFile(name: string, [first, ...others]: readonly [Sheet, ...Sheet[]]): File {
  return pdfFile(name, sheetsOf(first), ...others.map(sheetsOf));
}

/** One page in the wording of the official template; a collective receipt lists its donations on a second page. */
function sheetsOf({ no, issuedOn, content }: Sheet): Sheets {
  const texts = receiptTexts(content);
  const { settings, isCollective, lines } = content;
  const signature: PdfBlock[] = texts.unsigned
    ? [text(`${settings.place}, ${germanDate(issuedOn)}`, 18), text(texts.unsigned)]
    : [
        text(`${settings.place}, ${germanDate(issuedOn)}`, 44),
        { kind: 'line', width: 260, before: 5 },
        small('(Ort, Datum und Unterschrift des Zuwendungsempfängers)'),
      ];
  return {
    title: `${texts.title} Nr. ${no}`,
    foot: `Bestätigung Nr. ${no}`,
    blocks: [
      text(settings.issuer, 0),
      { kind: 'text', text: texts.title, size: 15, isBold: true, before: 24 },
      text(texts.law, 4),
      ...factsOf(content),
      ...[texts.waiver, texts.notice, texts.use, texts.noFee, texts.once].filter(Boolean).map((words) => text(words)),
      ...signature,
      { kind: 'text', text: 'Hinweis:', size: 8, isBold: true, before: 22 },
      ...texts.hints.map(small),
      ...(isCollective ? annexOf(no, lines, content.cents) : []),
    ],
  };
}

function factsOf({ isCollective, donorName, donorAddress, cents, lines }: ReceiptContent): PdfBlock[] {
  const days = [lines[0], lines.at(-1)].map((line) => germanDate(line?.receivedOn ?? ''));
  const facts = [
    ['Name und Anschrift der zuwendenden Person', `${donorName}\n${donorAddress}`],
    [
      `${isCollective ? 'Gesamtbetrag der Zuwendung' : 'Betrag der Zuwendung'}, in Ziffern und in Buchstaben`,
      `${euros(cents)}, ${euroWords(cents)}`,
    ],
    isCollective ? ['Zeitraum der Sammelbestätigung', days.join(' bis ')] : ['Tag der Zuwendung', days[0] ?? ''],
  ];
  return facts.flatMap(([label = '', words = '']): PdfBlock[] => [
    { kind: 'text', text: label, size: 8, before: 10 },
    { kind: 'text', text: words, isBold: true, before: 1 },
  ]);
}

function annexOf(no: string, lines: ReceiptContent['lines'], cents: number): PdfBlock[] {
  const rows = lines.map(({ receivedOn, kind, cents: part }) => ({
    cells: [
      germanDate(receivedOn),
      kind === 'money' ? 'Geldzuwendung' : 'Aufwandszuwendung',
      kind === 'waiver' ? 'ja' : 'nein',
      euros(part),
    ],
  }));
  return [
    { kind: 'page' },
    { kind: 'text', text: `Anlage zur Sammelbestätigung Nr. ${no}`, size: 13, isBold: true },
    {
      kind: 'table',
      widths: [110, 125, 145, 87],
      before: 10,
      rows: [
        { cells: ['Tag der Zuwendung', 'Art der Zuwendung', 'Verzicht auf Erstattung von Aufwendungen', 'Betrag'], isBold: true },
        ...rows,
        { cells: ['Gesamtsumme', '', '', euros(cents)], isBold: true },
      ],
    },
  ];
}

function text(words: string, before = 8): PdfBlock {
  return { kind: 'text', text: words, before };
}

function small(words: string): PdfBlock {
  return { kind: 'text', text: words, size: 8, before: 3 };
}
