import type { Readable } from 'node:stream';

/** Bytes that are opened and ready to be passed on, once. */
export type Passing = { run(): Promise<void>; close(): Promise<void> };

/** Where bytes lie, under random names of the server. Written bytes never change. */
export type Blobs = {
  /** Keeps all of `source` durably under a name that is not taken, done with each piece before the next; when it fails, nothing is there. */
  write(id: string, source: AsyncIterable<Buffer>): Promise<void>;
  /** The bytes from `start` up to, but without, `end`. */
  read(id: string, start: number, end: number): Promise<Readable>;
  /** The same for those who are done with a piece before they ask for the next: it is theirs only until `take` resolves. */
  pass(id: string, start: number, end: number, take: (piece: Buffer) => Promise<void>): Promise<Passing>;
  /** Deletes bytes; missing ones are no failure. */
  remove(id: string): Promise<void>;
  /** All names with the time of their writing, those that were begun and not ended included. */
  list(): AsyncIterable<{ id: string; writtenAt: Date }>;
};
