import { Worker } from 'node:worker_threads';
import type { SheetAnswer, SheetTask } from './sheetWorker.ts';

const heapAtMostMb = 192;
const patienceMs = 10_000;
/** The board uploads, looks and takes over: the thread and its memory go when nobody has asked for a while. */
const idleMs = 10_000;

/** The built server holds the worker beside it, as the sources do. */
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './sheetWorker.ts' : './sheetWorker.js', import.meta.url);

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
/** The file that is being read: the next one waits for it, so that many at once take the memory of one. */
let reading: Promise<unknown> = Promise.resolve();

/**
 * The filled rows of the first sheet of an XLSX file as texts, at most `maxRows`; undefined when it cannot be read, in time and
 * in the memory that a file may take, or when it becomes larger than `maxBytes`, whatever it says of itself.
 */
export function sheetRows(bytes: Buffer, limits: Omit<SheetTask, 'bytes'>): Promise<string[][] | undefined> {
  const rows = reading.then(() => readInThread({ bytes: new Uint8Array(bytes), ...limits }));
  reading = rows;
  return rows;
}

function readInThread(task: SheetTask): Promise<string[][] | undefined> {
  clearTimeout(idle);
  const worker = (thread ??= openThread());
  return new Promise((resolve) => {
    const finish = (rows: string[][] | undefined) => {
      clearTimeout(timer);
      worker.off('message', answer).off('error', giveUp);
      idle = setTimeout(closeThread, idleMs).unref();
      resolve(rows);
    };
    const giveUp = () => {
      closeThread();
      finish(undefined);
    };
    const answer = ({ rows }: SheetAnswer) => finish(rows);
    const timer = setTimeout(giveUp, patienceMs);
    worker.once('message', answer);
    // It outgrew its memory; the next file gets a new thread.
    worker.once('error', giveUp);
    worker.postMessage(task);
  });
}

function openThread(): Worker {
  const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: heapAtMostMb, maxYoungGenerationSizeMb: 32 } });
  // A caller that waits for an answer listens as well; without any listener an error would end the process.
  worker.on('error', () => undefined);
  worker.once('exit', () => {
    if (thread === worker) thread = undefined;
  });
  // A waiting thread keeps no process alive.
  worker.unref();
  return worker;
}

function closeThread(): void {
  const closing = thread;
  thread = undefined;
  void closing?.terminate();
}
