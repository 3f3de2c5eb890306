import type { Services } from '#server/platform/http/context.ts';
import type { Blobs } from '../bytes/blobs.ts';
import type { ReadToken } from '../protocol/actor.ts';
import { RunningHashes } from '../uploads/runningHashes.ts';

/** The state of the storage. Beside the hashes and the writers of this process all of its state is in the database. */
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
