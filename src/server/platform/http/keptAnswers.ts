import { now } from '../process/clock.ts';

/**
 * The state of the data that an answer must hold at least: the version, read from the database by the request that asks, and
 * the minute, since phases and what is over change with the time.
 */
type DataState = { version: number; minute: number };

type Kept<T> = {
  state: DataState;
  answer: Promise<T>;
  isReady: boolean;
  bytes: number;
  /** How many answers before it were prepared in a row, one soon after the other. */
  inARow: number;
  begunAt: number;
  /** When the next one may begin. */
  restsUntil: number;
};
type Prepare<T> = (version: number) => Promise<T>;
type Following<T> = { state: DataState; answer: Promise<T> };

/** Answers prepared within this time of each other are in a row; the longest that one of them makes the next wait. */
const restAtMostMs = 500;

/**
 * Keeps prepared answers by version, at most about `bytes` of them: those not asked for the longest go first.
 *
 * Nobody gets an answer older than a commit before they asked: their version names it, and an answer is kept under a version
 * that was read before its rows. Callers who come while an older answer is being prepared share the next one with all others who
 * wait, so that a change makes one preparation at a time, however many ask. In a rush of changes each preparation lets the next
 * one wait a little longer, so that many more who ask share it; the first two after a pause begin at once.
 */
export class KeptAnswers<T> {
  readonly #kept = new Map<string, Kept<T>>();
  readonly #following = new Map<string, Following<T>>();
  readonly #bytesAtMost: number;
  readonly #sizeOf: (answer: T) => number;
  #bytes = 0;

  constructor(bytes: number, sizeOf: (answer: T) => number) {
    this.#bytesAtMost = bytes;
    this.#sizeOf = sizeOf;
  }

  /**
   * The answer under `key` at `version` or later; `prepare` must read its rows when it is called, not before, and none older than the
   * version that it is given.
   */
  read(key: string, version: number, prepare: Prepare<T>): Promise<T> {
    const state = { version, minute: Math.floor(now().getTime() / 60_000) };
    const kept = this.#kept.get(key);
    if (kept && holds(kept.state, state)) {
      // A map remembers the order of its entries: the first one was not asked for the longest.
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept.answer;
    }
    const next = this.#following.get(key);
    if (next) return this.#join(next, state);
    const mayBegin = !kept || (kept.isReady && performance.now() >= kept.restsUntil);
    return mayBegin ? this.#begin(key, state, prepare) : this.#follow(key, state, kept, prepare);
  }

  #begin(key: string, state: DataState, prepare: Prepare<T>): Promise<T> {
    const begunAt = performance.now();
    const before = this.#kept.get(key);
    const inARow = before && begunAt < before.restsUntil + restAtMostMs ? before.inARow + 1 : 0;
    const entry: Kept<T> = { state, answer: prepare(state.version), isReady: false, bytes: 0, inARow, begunAt, restsUntil: begunAt };
    this.#drop(key);
    this.#kept.set(key, entry);
    entry.answer.then(
      (answer) => this.#keep(key, entry, answer),
      // A failure stays with those who shared it.
      () => this.#kept.get(key) === entry && this.#drop(key),
    );
    return entry.answer;
  }

  #follow(key: string, state: DataState, before: Kept<T>, prepare: Prepare<T>): Promise<T> {
    const begin = async () => {
      const restMs = before.restsUntil - performance.now();
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
      this.#following.delete(key);
      return this.#begin(key, next.state, prepare);
    };
    const next: Following<T> = { state, answer: before.answer.then(begin, begin) };
    this.#following.set(key, next);
    return next.answer;
  }

  /** Its rows are read after all who share it have asked, so it holds the latest state that any of them named. */
  #join(next: Following<T>, { version, minute }: DataState): Promise<T> {
    next.state = { version: Math.max(next.state.version, version), minute };
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
