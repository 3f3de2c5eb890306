import { importAtMostRows } from '#shared/people/memberImport.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { refuseTooMany } from '#server/platform/formats/tooManyLines.ts';
import { plain, readCsv } from '#server/platform/formats/readCsv.ts';
import { sheetRows } from './sheets.ts';

/** A parsed table: its headings, its rows, and the detected format. */
export type ImportedTable = { headings: string[]; rows: string[][]; format: string };

const columnsAtMost = 100;
/** The maximum unpacked size of an XLSX file, against decompression bombs. */
const unpackedAtMostBytes = 20 * 1024 * 1024;

/** Parses a CSV or XLSX file; other files throw a problem on the field `content`. */
export async function readTable(bytes: Buffer): Promise<ImportedTable> {
  const table = isZip(bytes) ? await readSheet(bytes) : readText(bytes);
  if (table.headings.length < 2 || table.rows.length === 0)
    throw fieldProblem('content', 'Die Datei braucht eine Zeile mit Überschriften und darunter mindestens ein Mitglied.');
  refuseTooMany(table.rows.length, { atMost: importAtMostRows });
  if (table.headings.length > columnsAtMost) throw fieldProblem('content', `Höchstens ${columnsAtMost} Spalten.`);
  return table;
}

function readText(bytes: Buffer): ImportedTable {
  const { rows: all, format } = readCsv(bytes);
  const [headings = [], ...rows] = all;
  return { headings, rows, format };
}

async function readSheet(bytes: Buffer): Promise<ImportedTable> {
  if (unpackedBytes(bytes) > unpackedAtMostBytes) throw fieldProblem('content', 'Diese Excel-Datei ist entpackt zu groß.');
  const filled = await sheetRows(bytes, { maxRows: importAtMostRows + 2, maxBytes: unpackedAtMostBytes });
  if (!filled) throw fieldProblem('content', 'Diese Excel-Datei lässt sich nicht lesen. Bitte in Excel neu speichern, oder als CSV.');
  const [headings = [], ...rows] = filled.map((row) => row.map(plain));
  return { headings, rows, format: 'Excel (XLSX)' };
}

/** Whether a file is a ZIP archive, as XLSX files are. */
export function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
}

/** The total unpacked size declared by the central directory of an archive, in bytes. */
function unpackedBytes(bytes: Buffer): number {
  const signature = Buffer.from('PK\x01\x02', 'latin1');
  let sum = 0;
  for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 4))
    if (at + 28 <= bytes.length) sum += bytes.readUInt32LE(at + 24);
  return sum;
}
