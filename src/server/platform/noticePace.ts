import type { NoticeRow } from './notices.ts';

/** Up to this number, listeners are notified of each change immediately: rereading their pages is cheap. */
const fewListeners = 10;
const paceAtLeastMs = 500;
const paceMsPerListener = 10;
/** The maximum delay before browsers reread what others changed. */
const spreadAtMostMs = 2000;

/** How long the next notice of the same collection and club is held back, by the number of listeners. */
export function paceMs(listeners: number): number {
  return listeners <= fewListeners ? 0 : Math.max(paceAtLeastMs, listeners * paceMsPerListener);
}

/** The time within which the listeners' pages should reread after a notice, each after a random delay. */
export function spreadMs(listeners: number): number {
  return Math.min(spreadAtMostMs, paceMs(listeners));
}

/** How long a crowd waits for the first change, so that a rush is notified after it is processed and does not compete with it. */
const firstPaceMs = 300;
/** While the process is busy, notices are held back longer, for at most so long; it is looked at in these steps. */
const busyAtMostMs = 20_000;
const busyStepMs = 300;

type Held = { rows: NoticeRow[]; timer: NodeJS.Timeout };

/** The dependencies of a pace. */
export type Crowd = {
  /** The number of listeners of this collection and club. */ count(row: NoticeRow): number;
  /** Sends rows of one collection and club as one notice. */ tell(rows: readonly NoticeRow[]): void;
  /** Whether the process is too busy for the reads that pages would make. */ isBusy(): boolean;
};

/**
 * Notifies a few listeners of each change immediately, and many listeners of several changes at once, so that a rush of changes does not
 * cause as many rereads of every open page. Nothing is lost: held-back notices are sent when their delay ends.
 */
export class NoticePace {
  readonly #held = new Map<string, Held>();
  readonly #crowd: Crowd;

  constructor(crowd: Crowd) {
    this.#crowd = crowd;
  }

  /** Sends a notice, or holds it until the next notification of its collection and club. */
  take(row: NoticeRow): void {
    const key = `${row.collection} ${row.club}`;
    const held = this.#held.get(key);
    if (held) held.rows.push(row);
    else if (paceMs(this.#crowd.count(row)) === 0) this.#crowd.tell([row]);
    else this.#hold(key, [row], firstPaceMs);
  }

  /** The last id up to which everything has been sent, given the last id received. */
  sentUpTo(lastId: number): number {
    return Math.min(lastId, ...[...this.#held.values()].flatMap(({ rows: [first] }) => (first ? [Number(first.id) - 1] : [])));
  }

  /** Drops the held-back notices: nobody listens any more. */
  stop(): void {
    for (const { timer } of this.#held.values()) clearTimeout(timer);
    this.#held.clear();
  }

  #hold(key: string, rows: NoticeRow[], ms: number, busyMs = 0): void {
    this.#held.set(key, { rows, timer: setTimeout(() => this.#goOn(key, busyMs), ms) });
  }

  #goOn(key: string, busyMs: number): void {
    const { rows = [] } = this.#held.get(key) ?? {};
    const [first] = rows;
    if (!first) return void this.#held.delete(key);
    if (busyMs < busyAtMostMs && this.#crowd.isBusy()) return this.#hold(key, rows, busyStepMs, busyMs + busyStepMs);
    const pace = paceMs(this.#crowd.count(first));
    // Rows that arrive from now on wait for the next time, and the id sent with these rows must not exceed theirs.
    this.#held.delete(key);
    this.#crowd.tell(rows);
    if (pace > 0) this.#hold(key, [], pace);
  }
}
