import type { Services } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Blobs } from '../bytes/blobs.ts';
import type { ReadToken } from '../protocol/actor.ts';
import type { Actor } from '../protocol/rules.ts';
import { RunningHashes } from '../uploads/runningHashes.ts';

/** Port: as what an account may read the vouchers of an expense; undefined if it may not. */
export type ReaderOfVouchers = (tx: Transaction, actor: Actor, expenseId: string) => Promise<'submitter' | 'decider' | undefined>;

/** The state of the storage. Except for the hashes and the active writers of this process, all of it is in the database. */
export type Storage = Services & {
  blobs: Blobs;
  secret: string;
  readToken: ReadToken;
  hashes: RunningHashes;
  /** Uploads that a request of this process is writing to; writers in other processes are detected by the row version. */
  writing: Set<string>;
  readerOfVouchers: ReaderOfVouchers;
};

export function openStorage(
  services: Services,
  blobs: Blobs,
  secret: string,
  readToken: ReadToken,
  readerOfVouchers: ReaderOfVouchers = async () => undefined,
): Storage {
  return { ...services, blobs, secret, readToken, hashes: new RunningHashes(), writing: new Set(), readerOfVouchers };
}
