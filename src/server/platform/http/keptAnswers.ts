import { now } from '../process/clock.ts';

/**
 * The minimum state of the data that a response must reflect: the version, read from the database by the request, and the minute, since
 * phases and past dates depend on the time. Answers that depend on no time have no minute.
 */
type DataState = { version: number; minute: number | undefined };

type Kept<T> = {
  state: DataState;
  answer: Promise<T>;
  isReady: boolean;
  bytes: number;
  /** How many requests have got it. */
  callers: number;
  /** The number of shared responses prepared before it in quick succession. */
  inARow: number;
  begunAt: number;
  /** When the next preparation may start. */
  restsUntil: number;
};
type Prepare<T> = (version: number) => Promise<T>;
type Following<T> = { state: DataState; callers: number; answer: Promise<T> };

/** Responses prepared within this time of each other count as quick succession; also the maximum delay of the next preparation. */
const restAtMostMs = 500;

/**
 * Caches prepared responses by version, about `bytes` in total, and evicts the least recently used ones.
 *
 * Nobody gets a response older than the last commit before their request: their version identifies it, and a response is stored under a
 * version that was read before its rows. Callers who arrive while an older response is being prepared share the next one, so that a change
 * causes one preparation at a time, however many ask. In a rush of changes each shared preparation delays the next one a little longer, so
 * that more callers share it; the first two after a pause start immediately. One person who changes and looks again never waits.
 */
export class KeptAnswers<T> {
  readonly #kept = new Map<string, Kept<T>>();
  readonly #following = new Map<string, Following<T>>();
  readonly #bytesAtMost: number;
  readonly #sizeOf: (answer: T) => number;
  readonly #isTimeless: boolean;
  #bytes = 0;

  /** With `isTimeless` a response holds until its version changes; whatever it depends on besides must be part of its key. */
  constructor(bytes: number, sizeOf: (answer: T) => number, { isTimeless = false } = {}) {
    this.#bytesAtMost = bytes;
    this.#sizeOf = sizeOf;
    this.#isTimeless = isTimeless;
  }

  /** The response under `key` at `version` or later; `prepare` must read its rows when called, and none older than the given version. */
  read(key: string, version: number, prepare: Prepare<T>): Promise<T> {
    const state = { version, minute: this.#isTimeless ? undefined : Math.floor(now().getTime() / 60_000) };
    const kept = this.#kept.get(key);
    if (kept && holds(kept.state, state)) {
      // A map keeps insertion order: the first entry is the least recently used.
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      kept.callers++;
      return kept.answer;
    }
    const next = this.#following.get(key);
    if (next) return this.#join(next, state);
    const mayBegin = !kept || (kept.isReady && performance.now() >= kept.restsUntil);
    return mayBegin ? this.#begin(key, state, 1, prepare) : this.#follow(key, state, kept, prepare);
  }

  #begin(key: string, state: DataState, callers: number, prepare: Prepare<T>): Promise<T> {
    const begunAt = performance.now();
    const before = this.#kept.get(key);
    const isRush = before && before.callers > 1 && begunAt < before.restsUntil + restAtMostMs;
    const inARow = isRush ? before.inARow + 1 : 0;
    const entry: Kept<T> = {
      state,
      answer: prepare(state.version),
      isReady: false,
      bytes: 0,
      callers,
      inARow,
      begunAt,
      restsUntil: begunAt,
    };
    this.#drop(key);
    this.#kept.set(key, entry);
    entry.answer.then(
      (answer) => this.#keep(key, entry, answer),
      // A failure is only returned to those who shared it.
      () => this.#kept.get(key) === entry && this.#drop(key),
    );
    return entry.answer;
  }

  #follow(key: string, state: DataState, before: Kept<T>, prepare: Prepare<T>): Promise<T> {
    const begin = async () => {
      const restMs = before.restsUntil - performance.now();
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
      this.#following.delete(key);
      return this.#begin(key, next.state, next.callers, prepare);
    };
    const next: Following<T> = { state, callers: 1, answer: before.answer.then(begin, begin) };
    this.#following.set(key, next);
    return next.answer;
  }

  /** Its rows are read after all callers who share it have asked, so it reflects the latest state that any of them requires. */
  #join(next: Following<T>, { version, minute }: DataState): Promise<T> {
    next.state = { version: Math.max(next.state.version, version), minute };
    next.callers++;
    return next.answer;
  }

  #keep(key: string, entry: Kept<T>, answer: T): void {
    entry.isReady = true;
    const endedAt = performance.now();
    entry.restsUntil = endedAt + Math.min(restAtMostMs, entry.inARow * (endedAt - entry.begunAt));
    if (this.#kept.get(key) !== entry) return;
    entry.bytes = this.#sizeOf(answer);
    this.#bytes += entry.bytes;
    for (const [oldest, { isReady }] of this.#kept) {
      if (this.#bytes <= this.#bytesAtMost) break;
      if (isReady) this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}

function holds(kept: DataState, asked: DataState): boolean {
  return kept.minute === asked.minute && kept.version >= asked.version;
}
