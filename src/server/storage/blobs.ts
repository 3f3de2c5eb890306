import type { Readable } from 'node:stream';

/** Where bytes lie, under random names of the server. What was written once never changes. */
export type Blobs = {
  /** Keeps all of `source` durably under a name that is not taken; when it fails, nothing is there. */
  write(id: string, source: AsyncIterable<Buffer>): Promise<void>;
  /** The bytes from `start` up to, but without, `end`. */
  read(id: string, start: number, end: number): Promise<Readable>;
  /** Removes bytes; those that are not there are fine. */
  remove(id: string): Promise<void>;
  /** All names with the time of their writing, those that were begun and not ended included. */
  list(): AsyncIterable<{ id: string; writtenAt: Date }>;
};
