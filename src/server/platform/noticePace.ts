import type { NoticeRow } from './notices.ts';

/** Up to so many listeners hear each change at once: what their pages read again costs nobody anything. */
const fewListeners = 10;
const paceAtLeastMs = 500;
const paceMsPerListener = 10;
/** The longest that browsers wait before they read again what others changed. */
const spreadAtMostMs = 2000;

/** How long after a notice the next one of the same collection and club is held back, by how many hear it. */
export function paceMs(listeners: number): number {
  return listeners <= fewListeners ? 0 : Math.max(paceAtLeastMs, listeners * paceMsPerListener);
}

/** Within which time after a notice the pages of its listeners should read again, each at a moment of its own. */
export function spreadMs(listeners: number): number {
  return Math.min(spreadAtMostMs, paceMs(listeners));
}

/** While the process has no time to spare, what is held back waits longer, up to so many times its pace. */
const pacesAtMost = 5;

type Held = { rows: NoticeRow[]; timer: NodeJS.Timeout; paces: number };

/**
 * Tells the first change of a collection of a club at once and many that follow as one, so that a rush of changes does not
 * become as many readings of every open page. Nothing is lost: what is held back is told when its time is over.
 */
export class NoticePace {
  readonly #held = new Map<string, Held>();
  readonly #send: (rows: readonly NoticeRow[]) => number;

  readonly #isBusy: () => boolean;

  /**
   * `send` tells rows of one collection and club as one and gives how many heard it; `isBusy` says whether the process has
   * no time to spare for what pages would read.
   */
  constructor(send: (rows: readonly NoticeRow[]) => number, isBusy: () => boolean) {
    this.#send = send;
    this.#isBusy = isBusy;
  }

  /** Sends a notice, or keeps it for the next time when its collection and club are told of. */
  take(row: NoticeRow): void {
    const key = `${row.collection} ${row.club}`;
    const held = this.#held.get(key);
    if (held) held.rows.push(row);
    else this.#tell(key, [row]);
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

  #tell(key: string, rows: readonly NoticeRow[]): void {
    const pace = paceMs(this.#send(rows));
    if (pace === 0) return;
    this.#held.set(key, { rows: [], timer: setTimeout(() => this.#goOn(key, pace), pace), paces: 1 });
  }

  #goOn(key: string, pace: number): void {
    const held = this.#held.get(key);
    if (!held) return;
    if (held.rows.length > 0 && held.paces < pacesAtMost && this.#isBusy()) {
      held.paces++;
      held.timer = setTimeout(() => this.#goOn(key, pace), pace);
      return;
    }
    this.#held.delete(key);
    if (held.rows.length > 0) this.#tell(key, held.rows);
  }
}
