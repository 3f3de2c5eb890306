import type { Readable } from 'node:stream';

/** An opened range of bytes; `run` may be called once. */
export type Passing = { run(): Promise<void>; close(): Promise<void> };

/** Stores bytes under random names chosen by the server. Stored bytes are immutable. */
export type Blobs = {
  /** Durably stores all of `source` under an unused name, consuming each chunk before requesting the next; on failure nothing is stored. */
  write(id: string, source: AsyncIterable<Buffer>): Promise<void>;
  /** The bytes of the half-open range [`start`, `end`). */
  read(id: string, start: number, end: number): Promise<Readable>;
  /** Like `read`, but each chunk is only valid until `take` resolves. */
  pass(id: string, start: number, end: number, take: (piece: Buffer) => Promise<void>): Promise<Passing>;
  /** Deletes bytes; a missing name is not an error. */
  remove(id: string): Promise<void>;
  /** All names with their write time, including incomplete writes. */
  list(): AsyncIterable<{ id: string; writtenAt: Date }>;
};
