import type { FileMetadata } from './metadata.ts';
import type { StorageWorld } from './request.ts';
import { StorageError, toStorageError } from './storageError.ts';
import { isOver, nextState, publicState, type PublicState, type TaskEvent, type TaskState } from './taskStates.ts';
import { UploadWork, type Upload } from './uploadWork.ts';

/** The visible state of an upload. */
export type Snapshot = {
  state: PublicState;
  bytesTransferred: number;
  totalBytes: number;
  /** The last attempt failed; the next one starts by itself. */
  isWaiting: boolean;
  metadata: FileMetadata | undefined;
  error: StorageError | undefined;
};

type Listener = (snapshot: Snapshot) => void;

/** One upload: it starts at once, can be paused, resumed and canceled, and reports its progress. */
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
    // Callers that only watch snapshots need not handle the rejection.
    this.done.catch(() => undefined);
    void this.#run();
  }

  /** The current snapshot. */
  get snapshot(): Snapshot {
    const { state, metadata, error } = { state: publicState(this.#state), metadata: this.#metadata, error: this.#error };
    const isWaiting = this.#isWaiting && state === 'running';
    return { state, bytesTransferred: this.#bytes, totalBytes: this.#totalBytes, isWaiting, metadata, error };
  }

  /** Pauses; only while running. Returns false otherwise. */
  pause(): boolean {
    return this.#stop('pause');
  }

  /** Resumes; only while paused or pausing. */
  resume(): boolean {
    const wasStopped = this.#state === 'paused';
    if (!this.#change('resume')) return false;
    if (wasStopped) void this.#run();
    return true;
  }

  /** Cancels; only while running or pausing. A paused upload is left alone (returns false), see `discard`. */
  cancel(): boolean {
    return this.#stop('cancel');
  }

  /** Cancels from every state that is not final: a paused upload is resumed first. */
  discard(): boolean {
    this.resume();
    return this.cancel();
  }

  /** Calls `listener` now and at each change; returns a function that unsubscribes. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    listener(this.snapshot);
    return () => this.#listeners.delete(listener);
  }

  /** The same with the signature of the specification; any event name but `state_changed` is refused. */
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

  /** The worker has stopped after a pause, a cancellation, or a pause that was revoked meanwhile. */
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
