import { parentPort } from 'node:worker_threads';
import { readXlsx } from 'hucre';
import { readZip } from '#server/platform/formats/readZip.ts';
import { zipFile } from '#server/platform/formats/zip.ts';

/** What the worker is asked: the bytes of a file, how many rows at most, and what it may become when unpacked. */
export type SheetTask = { bytes: Uint8Array; maxRows: number; maxBytes: number };

/** What it answers: the filled rows as texts; undefined for a file that cannot be read. */
export type SheetAnswer = { rows: string[][] | undefined };

// A thread of its own with a limit of its own: a file that grows beyond it ends this thread and nothing else.
parentPort?.on('message', (task: SheetTask) => {
  void read(task).then(
    (rows) => parentPort?.postMessage({ rows } satisfies SheetAnswer),
    () => parentPort?.postMessage({ rows: undefined } satisfies SheetAnswer),
  );
});

const partsAtMost = 1000;

async function read({ bytes, maxRows, maxBytes }: SheetTask): Promise<string[][] | undefined> {
  // The library unpacks as much as a table of contents lets it, outside of this thread's limit: it gets an archive whose own is true.
  const parts = readZip(Buffer.from(bytes), { files: partsAtMost, bytes: maxBytes });
  if (!parts) return undefined;
  const { sheets } = await readXlsx(await zipFile('', parts).bytes(), { sheets: [0], maxRows });
  return (sheets[0]?.rows ?? []).map((row) => row.map(cellText)).filter((row) => row.some(Boolean));
}

/** A day in a spreadsheet is a date cell; everything else reads as it is shown. */
function cellText(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : '';
}
