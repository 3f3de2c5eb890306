import { chunksOf } from '#server/platform/process/chunks.ts';
import type { Blobs } from '../bytes/blobs.ts';
import { readSegments } from './segments.ts';
import { Sums, type Digest } from './sums.ts';
import type { Segment } from '../objects/table.ts';

const keptAtMost = 500;

/**
 * Cache of the hash states of active uploads in this process. After a restart, a rewind or a chunk handled by another
 * process the bytes are read again.
 */
export class RunningHashes {
  readonly #states = new Map<string, { hash: Sums; bytes: number }>();

  /** A copy of the state after `bytes` bytes; undefined if it is not cached. */
  after(id: string, bytes: number): Sums | undefined {
    if (bytes === 0) return new Sums();
    const state = this.#states.get(id);
    return state?.bytes === bytes ? state.hash.copy() : undefined;
  }

  keep(id: string, hash: Sums | undefined, bytes: number): void {
    this.#states.delete(id);
    if (hash) this.#states.set(id, { hash, bytes });
    const [oldest] = this.#states.keys();
    if (this.#states.size > keptAtMost && oldest !== undefined) this.#states.delete(oldest);
  }

  forget(id: string): void {
    this.#states.delete(id);
  }
}

/** Computes the digests of stored bytes. */
export async function sumsOf(blobs: Blobs, segments: readonly Segment[]): Promise<Digest> {
  const sums = new Sums();
  for await (const chunk of chunksOf(await readSegments(blobs, segments))) sums.update(chunk);
  return sums.digest();
}
