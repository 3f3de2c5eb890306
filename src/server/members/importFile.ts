import Papa from 'papaparse';
import { importAtMostRows } from '#shared/memberImport.ts';
import { fieldProblem } from '../platform/problem.ts';

/** A table as it stands in a file: its heading, its rows, and how it was read. */
export type ImportedTable = { headings: string[]; rows: string[][]; format: string };

const columnsAtMost = 100;
/** What an XLSX file may become when unpacked; a small file that grows beyond is a trap. */
const unpackedAtMostBytes = 150 * 1024 * 1024;

/** Reads a CSV or XLSX file; whatever is neither is refused on the field `content`. */
export async function readTable(bytes: Buffer): Promise<ImportedTable> {
  const table = isZip(bytes) ? await readSheet(bytes) : readCsv(bytes);
  if (table.headings.length < 2 || table.rows.length === 0)
    throw fieldProblem('content', 'Die Datei braucht eine Zeile mit Überschriften und darunter mindestens ein Mitglied.');
  if (table.rows.length > importAtMostRows)
    throw fieldProblem('content', `Höchstens ${importAtMostRows.toLocaleString('de-DE')} Zeilen auf einmal.`);
  if (table.headings.length > columnsAtMost) throw fieldProblem('content', `Höchstens ${columnsAtMost} Spalten.`);
  return table;
}

function readCsv(bytes: Buffer): ImportedTable {
  const { text, encoding } = decode(bytes);
  if (text.includes('\0')) throw fieldProblem('content', 'Das ist weder eine CSV- noch eine Excel-Datei (XLSX).');
  const { data, meta } = Papa.parse<string[]>(text, { delimitersToGuess: [';', ',', '\t', '|'], skipEmptyLines: 'greedy' });
  const [headings = [], ...rows] = data.map((cells) => cells.map(plain));
  const delimiter = meta.delimiter === '\t' ? 'Tabulator' : meta.delimiter;
  return { headings, rows, format: `CSV, ${encoding}, Trennzeichen ${delimiter}` };
}

/** Byte order marks first; then what is valid UTF-8 is UTF-8, and the rest comes from an older German program. */
function decode(bytes: Buffer): { text: string; encoding: string } {
  const as = (label: string, encoding: string) => ({ text: new TextDecoder(label).decode(bytes), encoding });
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return as('utf-16le', 'UTF-16');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return as('utf-16be', 'UTF-16');
  const start = bytes.subarray(0, 200);
  const zeros = (parity: number) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  if (zeros(1) > start.length / 4) return as('utf-16le', 'UTF-16');
  if (zeros(0) > start.length / 4) return as('utf-16be', 'UTF-16');
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return as('windows-1252', 'Windows-1252');
  }
}

async function readSheet(bytes: Buffer): Promise<ImportedTable> {
  if (unpackedBytes(bytes) > unpackedAtMostBytes) throw fieldProblem('content', 'Diese Excel-Datei ist entpackt zu groß.');
  // Loaded with the first file: the start needs no spreadsheets.
  const { readXlsx } = await import('hucre');
  try {
    const { sheets } = await readXlsx(bytes, { sheets: [0], maxRows: importAtMostRows + 2 });
    const filled = (sheets[0]?.rows ?? []).map((row) => row.map(cellText)).filter((row) => row.some(Boolean));
    const [headings = [], ...rows] = filled;
    return { headings, rows, format: 'Excel (XLSX)' };
  } catch (cause) {
    throw Object.assign(fieldProblem('content', 'Diese Excel-Datei lässt sich nicht lesen.'), { cause });
  }
}

/** A day in a spreadsheet is a date cell; everything else reads as it is shown. */
function cellText(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? plain(String(cell)) : '';
}

/** Spaces around go; so does the apostrophe with which exports keep formulas from being run. */
function plain(cell: string): string {
  return cell
    .replaceAll(/[\p{Cc}\p{Cf}\u00A0]+/gu, ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/, '');
}

function isZip(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
}

/** What the parts of an archive become when unpacked, by its table of contents. */
function unpackedBytes(bytes: Buffer): number {
  const signature = Buffer.from('PK\x01\x02', 'latin1');
  let sum = 0;
  for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 4))
    if (at + 28 <= bytes.length) sum += bytes.readUInt32LE(at + 24);
  return sum;
}
