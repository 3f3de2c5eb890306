import Papa from 'papaparse';
import { refuseTooMany } from './tooManyLines.ts';

/** The rows of a table pasted into the field `text`, in any common delimiter, cells trimmed; more than `atMost` are refused. */
export function pastedRows(text: string, atMost: number): string[][] {
  const { data } = Papa.parse<string[]>(text.trim(), { delimitersToGuess: [';', ',', '\t'], skipEmptyLines: 'greedy' });
  refuseTooMany(data.length, { atMost, path: 'text' });
  return data.map((cells) => cells.map((cell) => cell.trim()));
}
