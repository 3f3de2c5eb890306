import { germanDate } from '#shared/kernel/calendar.ts';
import { ibanInFours } from '#shared/kernel/iban.ts';
import { euros } from '#shared/kernel/money.ts';
import { namedLabel } from '#shared/money/chargeWords.ts';
import { pdfFile } from '#server/platform/formats/pdf/pdfFile.ts';
import { letterHead } from '../letters/letterHead.ts';
import type { NoticeRow, RunRow } from './table.ts';

type Sender = { creditorName: string; creditorIban: string };
type Reader = { name: string; address: readonly string[]; reference: string };

/** A notice as a PDF letter, with the text and sums of its mail. */
export function noticeFile({ createdOn }: RunRow, notice: NoticeRow, sender: Sender, { name, address, reference }: Reader): File {
  const { levelName, text, lines, cents, feeCents, dueOn } = notice;
  const sum = euros(cents + feeCents);
  const rows = [
    { cells: ['Wofür', 'Fällig seit', 'Betrag'], isBold: true },
    ...lines.map((line) => ({ cells: [`${namedLabel(line)} (${line.reference})`, germanDate(line.dueOn), euros(line.cents)] })),
    ...(feeCents > 0 ? [{ cells: ['Mahngebühr', '', euros(feeCents)] }] : []),
    { cells: ['Zusammen', '', sum], isBold: true },
  ];
  const to = sender.creditorIban
    ? ` an ${sender.creditorName}, IBAN ${ibanInFours(sender.creditorIban)}, Verwendungszweck ${reference}`
    : '';
  return pdfFile(`${fileWord(levelName)}-${createdOn}-${reference}.pdf`, {
    title: `${levelName}: ${name}`,
    foot: `${levelName} · ${reference}`,
    blocks: [
      ...letterHead({ sender: sender.creditorName, address, name, title: levelName }),
      { kind: 'text', text: germanDate(createdOn), before: 4 },
      { kind: 'text', text: `Guten Tag,\n${text}`, before: 12 },
      { kind: 'table', widths: [297, 90, 80], numbers: 1, rows, before: 12 },
      { kind: 'text', text: `Bitte zahlen Sie ${sum} bis zum ${germanDate(dueOn)}${to}.`, before: 12 },
      { kind: 'text', text: 'Haben Sie gerade bezahlt? Dann hat sich dieses Schreiben erledigt.', before: 6 },
    ],
  });
}

/** "1. Mahnung" becomes "1-mahnung": safe for a file name. */
function fileWord(levelName: string): string {
  const plain = levelName.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '') || 'mahnung';
}
