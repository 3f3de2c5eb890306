import { Md5 } from './md5.ts';
import { StorageError } from './storageError.ts';

const pieceBytes = 1024 * 1024;

/** A slice of the file being uploaded. */
export function sliceOf(blob: Blob, start: number, end: number): Blob {
  try {
    return blob.slice(start, end);
  } catch (cause) {
    throw new StorageError('cannot-slice-blob', { cause });
  }
}

/** The MD5 of a file, computed chunk by chunk along with the upload, so that the page never blocks. */
export class FollowingMd5 {
  readonly #blob: Blob;
  readonly #md5 = new Md5();
  #at = 0;
  #sum: string | undefined;

  constructor(blob: Blob) {
    this.#blob = blob;
  }

  /** Hashes the file up to `end`. */
  async follow(end: number): Promise<void> {
    while (this.#at < end) {
      const next = Math.min(this.#at + pieceBytes, end);
      let buffer: ArrayBuffer;
      try {
        buffer = await sliceOf(this.#blob, this.#at, next).arrayBuffer();
      } catch (cause) {
        // The file was changed or removed after it was chosen.
        throw new StorageError('cannot-slice-blob', { cause });
      }
      this.#md5.update(new Uint8Array(buffer));
      this.#at = next;
    }
  }

  /** The MD5 of the whole file, in base64. */
  async digest(): Promise<string> {
    await this.follow(this.#blob.size);
    this.#sum ??= this.#md5.digest();
    return this.#sum;
  }
}
