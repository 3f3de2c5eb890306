type Sample = { atMs: number; bytes: number };

const windowMs = 8000;

/** How fast bytes have gone out lately, and how long the rest will take at this pace. */
export class Pace {
  #samples: Sample[] = [];

  /** Notes how many bytes have gone out. Fewer than before is a new beginning: a pause or a lost line. */
  note(bytes: number, nowMs: number): void {
    const last = this.#samples.at(-1);
    if (last && bytes < last.bytes) this.#samples = [];
    this.#samples = [...this.#samples.filter(({ atMs }) => nowMs - atMs <= windowMs), { atMs: nowMs, bytes }];
  }

  /** Forgets everything, after a pause. */
  reset(): void {
    this.#samples = [];
  }

  /** The time that the rest needs; undefined as long as nobody can say. */
  remainingMs(totalBytes: number): number | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (!first || !last || last.atMs - first.atMs < 500 || last.bytes <= first.bytes) return undefined;
    return ((totalBytes - last.bytes) * (last.atMs - first.atMs)) / (last.bytes - first.bytes);
  }
}
