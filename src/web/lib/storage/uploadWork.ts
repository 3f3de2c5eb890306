import { storageLimits } from './limits.ts';
import { fromWire, toWire, type FileMetadata, type SettableMetadata } from './metadata.ts';
import { objectUrl, queryOf, rootUrl, type StoragePath } from './storagePath.ts';
import { accepted, BackOff, givenUp, request, tryOnce, type StorageWorld } from './request.ts';
import { FollowingMd5, sliceOf } from './source.ts';
import { isRetryable, StorageError } from './storageError.ts';
import type { Answer } from './transport.ts';

/** What to store, and where. */
export type Upload = { storagePath: StoragePath; blob: Blob; metadata: SettableMetadata; retryMs: number };

type Command = 'start' | 'query' | 'cancel' | 'upload' | 'upload, finalize' | 'finalize';

/**
 * The worker behind an upload task: each `run` continues where the last one stopped. Before it resends bytes it asks
 * the server how many have arrived.
 */
export class UploadWork {
  readonly #world: StorageWorld;
  readonly #upload: Upload;
  readonly #onProgress: (bytes: number) => void;
  readonly #md5: FollowingMd5;
  readonly #backOff: BackOff;
  #sessionUrl: string | undefined;
  #sentBytes = 0;
  #chunkBytes: number = storageLimits.chunkBytes;
  #mustAsk = false;
  #hasBegunAnew = false;

  constructor(world: StorageWorld, upload: Upload, onProgress: (bytes: number) => void) {
    this.#world = world;
    this.#upload = upload;
    this.#onProgress = onProgress;
    this.#md5 = new FollowingMd5(upload.blob);
    this.#backOff = new BackOff(world);
  }

  /** Works until the file is stored; aborting the signal rejects with `canceled`. */
  async run(signal: AbortSignal): Promise<FileMetadata> {
    const stored =
      this.#upload.blob.size > storageLimits.resumableAboveBytes ? await this.#runInChunks(signal) : await this.#runAtOnce(signal);
    const md5 = await this.#md5.digest();
    if (stored.md5Hash !== undefined && stored.md5Hash !== md5) throw new StorageError('invalid-checksum');
    return stored;
  }

  /** Asks the server to discard the upload. Optional: the server does so anyway after a day. */
  async giveUp(): Promise<void> {
    if (this.#sessionUrl === undefined) return;
    await this.#command('cancel', new AbortController().signal).catch(() => undefined);
  }

  async #runAtOnce(signal: AbortSignal): Promise<FileMetadata> {
    const { storagePath, blob, metadata, retryMs } = this.#upload;
    const boundary = Array.from({ length: 24 }, () => Math.floor(this.#world.random() * 10)).join('');
    const type = metadata.contentType ?? (blob.type || 'application/octet-stream');
    const json = toWire({ ...metadata, contentType: type }, { name: storagePath.path, md5Hash: await this.#md5.digest() });
    const head = `--${boundary}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${json}\r\n--${boundary}\r\nContent-Type: ${type}\r\n\r\n`;
    const body = new Blob([head, blob, `\r\n--${boundary}--`]);
    const answer = await request(
      this.#world,
      {
        method: 'POST',
        path: `${rootUrl(storagePath.bucket)}?${queryOf({ name: storagePath.path })}`,
        headers: { 'X-Goog-Upload-Protocol': 'multipart', 'Content-Type': `multipart/related; boundary=${boundary}` },
        body,
        signal,
        onProgress: (bytes) => this.#onProgress(Math.min(Math.max(bytes - head.length, 0), blob.size)),
      },
      retryMs,
    );
    return fromWire(answer.text);
  }

  async #runInChunks(signal: AbortSignal): Promise<FileMetadata> {
    try {
      return await this.#goOn(signal);
    } catch (error) {
      // The server has discarded the upload, after a day or a restore: start again.
      if (!(error instanceof StorageError) || error.status !== 404 || this.#hasBegunAnew) throw error;
      this.#hasBegunAnew = true;
      this.#sessionUrl = undefined;
      this.#sentBytes = 0;
      this.#mustAsk = false;
      return this.#goOn(signal);
    }
  }

  async #goOn(signal: AbortSignal): Promise<FileMetadata> {
    const { blob } = this.#upload;
    this.#sessionUrl ??= await this.#start(signal);
    for (;;) {
      if (this.#mustAsk) await this.#ask(signal);
      this.#mustAsk = true;
      const start = this.#sentBytes;
      const end = Math.min(start + this.#chunkBytes, blob.size);
      const answer = await this.#sendChunk(start, end, signal);
      if (!answer || isRetryable(answer.status)) {
        this.#chunkBytes = storageLimits.chunkBytes;
        if (!(await this.#backOff.pause(this.#upload.retryMs, signal))) throw givenUp(answer);
        continue;
      }
      accepted(answer, {});
      const status = answer.header('X-Goog-Upload-Status');
      if (status !== 'active' && status !== 'final') throw new StorageError('unknown');
      this.#mustAsk = false;
      this.#sentBytes = end;
      this.#backOff.reset();
      this.#onProgress(end);
      if (status === 'final') return fromWire(answer.text);
      await this.#md5.follow(end);
      this.#chunkBytes = Math.min(this.#chunkBytes * 2, storageLimits.largestChunkBytes);
    }
  }

  async #start(signal: AbortSignal): Promise<string> {
    const { storagePath, blob, metadata, retryMs } = this.#upload;
    const type = metadata.contentType ?? (blob.type || 'application/octet-stream');
    const answer = await request(
      this.#world,
      {
        method: 'POST',
        path: `${rootUrl(storagePath.bucket)}?${queryOf({ name: storagePath.path })}`,
        headers: {
          'X-Goog-Upload-Protocol': 'resumable',
          'X-Goog-Upload-Command': 'start',
          'X-Goog-Upload-Header-Content-Length': String(blob.size),
          'X-Goog-Upload-Header-Content-Type': type,
          'Content-Type': 'application/json; charset=utf-8',
        },
        body: toWire({ ...metadata, contentType: type }, { name: storagePath.path }),
        signal,
      },
      retryMs,
    );
    const url = answer.header('X-Goog-Upload-URL');
    if (answer.header('X-Goog-Upload-Status') !== 'active' || !url || !URL.canParse(url, this.#world.origin))
      throw new StorageError('unknown');
    // Only the path on our own origin is used: the token must not be sent to another host.
    const { pathname, search } = new URL(url, this.#world.origin);
    return pathname + search;
  }

  /** Asks how many bytes the server has; if the file is already complete, the last chunk is sent once more. */
  async #ask(signal: AbortSignal): Promise<void> {
    const answer = await this.#command('query', signal);
    const received = Number(answer.header('X-Goog-Upload-Size-Received') ?? Number.NaN);
    const status = answer.header('X-Goog-Upload-Status');
    if (!Number.isSafeInteger(received) || (status !== 'active' && status !== 'final')) throw new StorageError('unknown');
    if (received > this.#upload.blob.size) throw new StorageError('server-file-wrong-size');
    this.#sentBytes = received;
    this.#onProgress(received);
  }

  async #command(command: Command, signal: AbortSignal): Promise<Answer> {
    return request(
      this.#world,
      { method: 'POST', path: this.#sessionPath(), headers: { 'X-Goog-Upload-Command': command }, signal },
      this.#upload.retryMs,
    );
  }

  /**
   * One attempt; undefined when there was no response. The last chunk carries the expected hash of the whole, or the
   * server keeps the previous file.
   */
  async #sendChunk(start: number, end: number, signal: AbortSignal): Promise<Answer | undefined> {
    const { blob } = this.#upload;
    const isLast = end === blob.size;
    const command: Command = start === blob.size ? 'finalize' : isLast ? 'upload, finalize' : 'upload';
    return tryOnce(this.#world, {
      method: 'POST',
      path: this.#sessionPath(),
      headers: {
        'X-Goog-Upload-Command': command,
        'X-Goog-Upload-Offset': String(start),
        ...(isLast && { 'X-Goog-Hash': `md5=${await this.#md5.digest()}` }),
      },
      ...(end > start && { body: sliceOf(blob, start, end) }),
      signal,
      onProgress: (bytes) => this.#onProgress(Math.min(start + bytes, end)),
    });
  }

  #sessionPath(): string {
    return this.#sessionUrl ?? objectUrl(this.#upload.storagePath);
  }
}
