import { createHash, type Hash } from 'node:crypto';
import { chunksOf } from '#server/platform/process/chunks.ts';
import type { Blobs } from '../bytes/blobs.ts';
import { readSegments } from './segments.ts';
import type { Segment } from '../objects/table.ts';

const keptAtMost = 500;

/**
 * The MD5 of uploads that are going on, carried from chunk to chunk. It is a convenience of this process: after a
 * restart, a rewind or a chunk that another process took, the bytes are read again.
 */
export class RunningHashes {
  readonly #states = new Map<string, { hash: Hash; bytes: number }>();

  /** A copy of the state after `bytes`, to go on with; undefined when it is not known. */
  after(id: string, bytes: number): Hash | undefined {
    if (bytes === 0) return createHash('md5');
    const state = this.#states.get(id);
    return state?.bytes === bytes ? state.hash.copy() : undefined;
  }

  keep(id: string, hash: Hash | undefined, bytes: number): void {
    this.#states.delete(id);
    if (hash) this.#states.set(id, { hash, bytes });
    const [oldest] = this.#states.keys();
    if (this.#states.size > keptAtMost && oldest !== undefined) this.#states.delete(oldest);
  }

  forget(id: string): void {
    this.#states.delete(id);
  }
}

/** The MD5 of stored bytes, base64. */
export async function md5Of(blobs: Blobs, segments: readonly Segment[]): Promise<string> {
  const hash = createHash('md5');
  for await (const chunk of chunksOf(await readSegments(blobs, segments))) hash.update(chunk);
  return hash.digest('base64');
}
