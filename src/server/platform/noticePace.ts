import type { NoticeRow } from './notices.ts';

/** Up to so many listeners are notified of each change at once: their pages reading again is cheap. */
const fewListeners = 10;
const paceAtLeastMs = 500;
const paceMsPerListener = 10;
/** The longest that browsers wait before they read again what others changed. */
const spreadAtMostMs = 2000;

/** How long after a notice the next one of the same collection and club is held back, by the number of listeners. */
export function paceMs(listeners: number): number {
  return listeners <= fewListeners ? 0 : Math.max(paceAtLeastMs, listeners * paceMsPerListener);
}

/** Within which time after a notice the pages of its listeners should read again, each at a moment of its own. */
export function spreadMs(listeners: number): number {
  return Math.min(spreadAtMostMs, paceMs(listeners));
}

/** How long a crowd waits for the first change: a rush is notified once it is through, not while it needs the time itself. */
const firstPaceMs = 300;
/** While the process has no time to spare, what is held back waits longer, up to so many times. */
const waitsAtMost = 10;

type Held = { rows: NoticeRow[]; timer: NodeJS.Timeout };

/** The output of a pace. */
export type Crowd = {
  /** How many listen to this collection and club. */ count(row: NoticeRow): number;
  /** Sends rows of one collection and club as one notice. */ tell(rows: readonly NoticeRow[]): void;
  /** Whether the process has no time to spare for what pages would read. */ isBusy(): boolean;
};

/**
 * Notifies a few listeners of each change at once, and a crowd of many changes as one, so that a rush of changes does not become as
 * many readings of every open page. Nothing is lost: held-back notices are sent when their time is over.
 */
export class NoticePace {
  readonly #held = new Map<string, Held>();
  readonly #crowd: Crowd;

  constructor(crowd: Crowd) {
    this.#crowd = crowd;
  }

  /** Sends a notice, or keeps it for the next time that its collection and club are notified. */
  take(row: NoticeRow): void {
    const key = `${row.collection} ${row.club}`;
    const held = this.#held.get(key);
    if (held) held.rows.push(row);
    else if (paceMs(this.#crowd.count(row)) === 0) this.#crowd.tell([row]);
    else this.#hold(key, [row], firstPaceMs);
  }

  /** The last notice before which everything has been sent, when `lastId` is the last one that came. */
  sentUpTo(lastId: number): number {
    return Math.min(lastId, ...[...this.#held.values()].flatMap(({ rows: [first] }) => (first ? [Number(first.id) - 1] : [])));
  }

  /** Forgets what is held back: nobody listens any more. */
  stop(): void {
    for (const { timer } of this.#held.values()) clearTimeout(timer);
    this.#held.clear();
  }

  #hold(key: string, rows: NoticeRow[], ms: number, waits = 0): void {
    this.#held.set(key, { rows, timer: setTimeout(() => this.#goOn(key, ms, waits), ms) });
  }

  #goOn(key: string, ms: number, waits: number): void {
    const { rows = [] } = this.#held.get(key) ?? {};
    const [first] = rows;
    if (!first) return void this.#held.delete(key);
    if (waits < waitsAtMost && this.#crowd.isBusy()) return this.#hold(key, rows, ms, waits + 1);
    const pace = paceMs(this.#crowd.count(first));
    // What comes from now on waits for the next time, and the id that is told with these rows must know it.
    this.#held.delete(key);
    this.#crowd.tell(rows);
    if (pace > 0) this.#hold(key, [], pace);
  }
}
