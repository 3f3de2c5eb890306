import { Worker } from 'node:worker_threads';
import type { SheetAnswer, SheetTask } from './sheetWorker.ts';

const heapAtMostMb = 192;
const patienceMs = 10_000;
/** The worker and its memory are released after this idle time in ms. */
const idleMs = 10_000;

/** The worker is next to this file both in the build and in the sources. */
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './sheetWorker.ts' : './sheetWorker.js', import.meta.url);

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
/** The queue: one file at a time, which bounds memory use. */
let reading: Promise<unknown> = Promise.resolve();

/**
 * The non-empty rows of the first sheet of an XLSX file as strings, at most `maxRows`. Undefined if it cannot be read
 * within the limits of time and memory, or unpacks to more than `maxBytes`, whatever size it declares.
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
    // Out of memory; the next file gets a new worker.
    worker.once('error', giveUp);
    worker.postMessage(task);
  });
}

function openThread(): Worker {
  const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: heapAtMostMb, maxYoungGenerationSizeMb: 32 } });
  // Callers have their own listener; without any, an error would end the process.
  worker.on('error', () => undefined);
  worker.once('exit', () => {
    if (thread === worker) thread = undefined;
  });
  // An idle worker must not keep the process alive.
  worker.unref();
  return worker;
}

function closeThread(): void {
  const closing = thread;
  thread = undefined;
  void closing?.terminate();
}
