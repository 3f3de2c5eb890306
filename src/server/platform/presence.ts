import { compareNames } from '#shared/kernel/fullName.ts';

/** Somebody at a record, as told by their browser. */
export type Present = { userId: string; name: string; isChanging: boolean };

type Seen = Present & { /** When they said so, in milliseconds. */ at: number };
type Told = Seen & { record: string };

/** The channel of PostgreSQL on which the processes tell each other. */
export const presenceChannel = 'presence';

/** Who said nothing for as long no longer has the record open: twice the time between two words of a browser. */
const lastsMs = 60_000;

/**
 * Who has which record open. Every process hears all of it over the database's notifications and keeps it in memory only as long as it
 * holds: nothing is written, and a process that has just started knows everybody after their next word.
 */
export class Presence {
  readonly #notify: (text: string) => Promise<unknown>;
  readonly #seen = new Map<string, Map<string, Seen>>();

  /** Gets the way to the channel of all processes. */
  constructor(notify: (text: string) => Promise<unknown>) {
    this.#notify = notify;
  }

  /** Tells all processes that somebody has a record open. */
  async tell(told: Told): Promise<void> {
    await this.#notify(JSON.stringify(told));
  }

  /** Takes what a process told; returns the users to whom it is new: the others at the record, unless they knew. */
  hear(text: string | undefined): ReadonlySet<string> {
    if (!text) return new Set();
    const { record, ...seenNow }: Told = JSON.parse(text);
    const { at, userId: by } = seenNow;
    for (const [key, there] of this.#seen) {
      for (const [userId, seen] of there) if (at - seen.at >= lastsMs) there.delete(userId);
      if (there.size === 0) this.#seen.delete(key);
    }
    const there = this.#seen.get(record) ?? new Map<string, Seen>();
    const isKnown = there.get(by)?.isChanging === seenNow.isChanging;
    this.#seen.set(record, there.set(by, seenNow));
    return new Set(isKnown ? [] : [...there.keys()].filter((userId) => userId !== by));
  }

  /** The others at a record, by name. */
  others(record: string, userId: string, at: number): Present[] {
    const there = [...(this.#seen.get(record)?.values() ?? [])].filter((seen) => seen.userId !== userId && at - seen.at < lastsMs);
    return there.toSorted((a, b) => compareNames(a.name, b.name));
  }
}
