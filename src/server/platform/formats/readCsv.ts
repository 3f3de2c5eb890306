import Papa from 'papaparse';
import { fieldProblem } from '../http/problem.ts';

/** The rows of a CSV file in whatever encoding and with whatever delimiter, and how it was read; anything else is refused on `content`. */
export function readCsv(bytes: Buffer): { rows: string[][]; format: string } {
  const { text, encoding } = decode(bytes);
  if (text.includes('\0')) throw fieldProblem('content', 'Das ist weder eine CSV- noch eine Excel-Datei (XLSX).');
  const { data, meta } = Papa.parse<string[]>(text, { delimitersToGuess: [';', ',', '\t', '|'], skipEmptyLines: 'greedy' });
  const delimiter = meta.delimiter === '\t' ? 'Tabulator' : meta.delimiter;
  return { rows: data.map((cells) => cells.map(plain)), format: `CSV, ${encoding}, Trennzeichen ${delimiter}` };
}

/** Spaces around go; so does the apostrophe with which exports keep formulas from being run. */
export function plain(cell: string): string {
  return cell
    .replaceAll(/[\p{Cc}\p{Cf}\u00A0]+/gu, ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/, '');
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
