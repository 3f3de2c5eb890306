import type { FileMetadata } from './metadata.ts';
import type { StorageWorld } from './request.ts';
import { StorageError, toStorageError } from './storageError.ts';
import { isOver, nextState, publicState, type PublicState, type TaskEvent, type TaskState } from './taskStates.ts';
import { UploadWork, type Upload } from './uploadWork.ts';

/** What an upload shows of itself. */
export type Snapshot = {
  state: PublicState;
  bytesTransferred: number;
  totalBytes: number;
  /** The last try failed; the next one comes by itself. */
  isWaiting: boolean;
  metadata: FileMetadata | undefined;
  error: StorageError | undefined;
};

type Listener = (snapshot: Snapshot) => void;

/** One upload: it begins at once, can be paused, resumed and canceled, and tells its progress. */
export class UploadTask {
  /** Resolves with the stored file; rejects with a StorageError, `canceled` included. */
  readonly done: Promise<FileMetadata>;
  readonly #work: UploadWork;
  readonly #totalBytes: number;
  readonly #listeners = new Set<Listener>();
  #state: TaskState = 'running';
  #bytes = 0;
  #isWaiting = false;
  #metadata: FileMetadata | undefined;
  #error: StorageError | undefined;
  #abort = new AbortController();
  #settle: { resolve(metadata: FileMetadata): void; reject(error: StorageError): void } | undefined;

  constructor(world: StorageWorld, upload: Upload) {
    this.#totalBytes = upload.blob.size;
    const wait: StorageWorld['wait'] = (ms, signal) => {
      this.#isWaiting = true;
      this.#tell();
      return world.wait(ms, signal);
    };
    this.#work = new UploadWork({ ...world, wait }, upload, (bytes) => {
      this.#bytes = bytes;
      this.#isWaiting = false;
      this.#tell();
    });
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Who only watches the snapshots need not wait for the end.
    this.done.catch(() => undefined);
    void this.#run();
  }

  /** The present state of affairs. */
  get snapshot(): Snapshot {
    const { state, metadata, error } = { state: publicState(this.#state), metadata: this.#metadata, error: this.#error };
    const isWaiting = this.#isWaiting && state === 'running';
    return { state, bytesTransferred: this.#bytes, totalBytes: this.#totalBytes, isWaiting, metadata, error };
  }

  /** Stops for a while; only from running. False when that is not possible now. */
  pause(): boolean {
    return this.#stop('pause');
  }

  /** Goes on; only from paused or pausing. */
  resume(): boolean {
    const wasStopped = this.#state === 'paused';
    if (!this.#change('resume')) return false;
    if (wasStopped) void this.#run();
    return true;
  }

  /** Ends for good; only from running or pausing. A paused upload stays as it is (false), see `discard`. */
  cancel(): boolean {
    return this.#stop('cancel');
  }

  /** Ends for good from every state in which there is something to end: a paused upload is resumed and canceled. */
  discard(): boolean {
    this.resume();
    return this.cancel();
  }

  /** Calls `listener` now and at each change; returns how to stop. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    listener(this.snapshot);
    return () => this.#listeners.delete(listener);
  }

  /** The same in the form of the specification's event; another name than `state_changed` is refused. */
  on(event: string, listener?: Listener): () => void {
    if (event !== 'state_changed') throw new StorageError('invalid-event-name');
    if (!listener) throw new StorageError('invalid-argument-count');
    return this.subscribe(listener);
  }

  async #run(): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#isWaiting = false;
    try {
      const metadata = await this.#work.run(abort.signal);
      if (abort.signal.aborted) return this.#stopped();
      this.#metadata = metadata;
      this.#bytes = this.#totalBytes;
      if (this.#change('finished')) this.#settle?.resolve(metadata);
    } catch (error) {
      if (abort.signal.aborted) return this.#stopped();
      this.#fail(toStorageError(error));
    }
  }

  /** The work has come to rest after a pause, a cancellation, or a pause that was taken back meanwhile. */
  #stopped(): void {
    if (this.#state === 'running') return void this.#run();
    if (!this.#change('stopped') || this.#state !== 'canceled') return;
    this.#error = new StorageError('canceled');
    this.#settle?.reject(this.#error);
    void this.#work.giveUp();
  }

  #fail(error: StorageError): void {
    this.#error = error;
    if (this.#change('failed')) this.#settle?.reject(error);
  }

  #stop(event: 'pause' | 'cancel'): boolean {
    if (!this.#change(event)) return false;
    this.#abort.abort();
    return true;
  }

  #change(event: TaskEvent): boolean {
    const next = nextState(this.#state, event);
    if (!next) return false;
    this.#state = next;
    this.#tell();
    if (isOver(next)) this.#listeners.clear();
    return true;
  }

  #tell(): void {
    const { snapshot } = this;
    for (const listener of this.#listeners) listener(snapshot);
  }
}
