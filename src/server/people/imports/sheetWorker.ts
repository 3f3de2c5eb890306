import { parentPort } from 'node:worker_threads';
import { readXlsx } from 'hucre';

/** What the worker is asked: the bytes of a file, and how many rows at most. */
export type SheetTask = { bytes: Uint8Array; maxRows: number };

/** What it answers: the filled rows as texts; undefined for a file that cannot be read. */
export type SheetAnswer = { rows: string[][] | undefined };

// A thread of its own with a limit of its own: a file that grows beyond it ends this thread and nothing else.
parentPort?.on('message', (task: SheetTask) => {
  void read(task).then(
    (rows) => parentPort?.postMessage({ rows } satisfies SheetAnswer),
    () => parentPort?.postMessage({ rows: undefined } satisfies SheetAnswer),
  );
});

async function read({ bytes, maxRows }: SheetTask): Promise<string[][]> {
  const { sheets } = await readXlsx(bytes, { sheets: [0], maxRows });
  return (sheets[0]?.rows ?? []).map((row) => row.map(cellText)).filter((row) => row.some(Boolean));
}

/** A day in a spreadsheet is a date cell; everything else reads as it is shown. */
function cellText(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : '';
}
