import Papa from 'papaparse';
import { decodedText } from '#shared/kernel/formats/decodedText.ts';
import { fieldProblem } from '../http/problem.ts';

/** The rows of a CSV file in any common encoding and delimiter, and the detected format; throws a problem on `content` otherwise. */
export function readCsv(bytes: Buffer): { rows: string[][]; format: string } {
  const { text, encoding } = decodedText(bytes);
  if (text.includes('\0')) throw fieldProblem('content', 'Das ist weder eine CSV- noch eine Excel-Datei (XLSX).');
  const { data, meta } = Papa.parse<string[]>(text, { delimitersToGuess: [';', ',', '\t', '|'], skipEmptyLines: 'greedy' });
  const delimiter = meta.delimiter === '\t' ? 'Tabulator' : meta.delimiter;
  return { rows: data.map((cells) => cells.map(plain)), format: `CSV, ${encoding}, Trennzeichen ${delimiter}` };
}

/** Trims a cell and drops the apostrophe with which exports neutralise formulas. */
export function plain(cell: string): string {
  return cell
    .replaceAll(/[\p{Cc}\p{Cf}\u00A0]+/gu, ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/, '');
}
