import { parentPort } from 'node:worker_threads';
import { readXlsx } from 'hucre';
import { readZip } from '#server/platform/formats/readZip.ts';
import { zipFile } from '#server/platform/formats/zip.ts';

/** The task of the worker: the bytes of a file, the maximum number of rows, and the maximum unpacked size in bytes. */
export type SheetTask = { bytes: Uint8Array; maxRows: number; maxBytes: number };

/** The response: the non-empty rows as strings; undefined if the file cannot be read. */
export type SheetAnswer = { rows: string[][] | undefined };

// A separate thread with its own memory limit: a file that exceeds it only ends this thread.
parentPort?.on('message', (task: SheetTask) => {
  void read(task).then(
    (rows) => parentPort?.postMessage({ rows } satisfies SheetAnswer),
    () => parentPort?.postMessage({ rows: undefined } satisfies SheetAnswer),
  );
});

const partsAtMost = 1000;

async function read({ bytes, maxRows, maxBytes }: SheetTask): Promise<string[][] | undefined> {
  // The library trusts the sizes in the central directory and allocates outside of this thread's limit, so it gets a
  // repacked archive with correct sizes.
  const parts = readZip(Buffer.from(bytes), { files: partsAtMost, bytes: maxBytes });
  if (!parts) return undefined;
  const { sheets } = await readXlsx(await zipFile('', parts).bytes(), { sheets: [0], maxRows });
  return (sheets[0]?.rows ?? []).map((row) => row.map(cellText)).filter((row) => row.some(Boolean));
}

/** Dates are date cells; all other cells are read as displayed. */
function cellText(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : '';
}
