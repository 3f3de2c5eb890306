import type { Services } from '../platform/context.ts';
import type { Blobs } from './blobs.ts';
import type { ReadToken } from './actor.ts';
import { RunningHashes } from './runningHashes.ts';

/** What the storage works with. Beside the hashes and the writers of this process all of its state is in the database. */
export type Storage = Services & {
  blobs: Blobs;
  secret: string;
  readToken: ReadToken;
  hashes: RunningHashes;
  /** Uploads to which a request is writing just now, here; the versions of their rows guard against other processes. */
  writing: Set<string>;
};

/** Puts the storage together. */
export function openStorage(services: Services, blobs: Blobs, secret: string, readToken: ReadToken): Storage {
  return { ...services, blobs, secret, readToken, hashes: new RunningHashes(), writing: new Set() };
}
