type Sample = { atMs: number; bytes: number };

const windowMs = 8000;

/** Measures the recent upload speed and estimates the remaining time. */
export class Pace {
  #samples: Sample[] = [];

  /** Records how many bytes have been sent. A smaller number than before is a restart, after a pause or a network failure. */
  note(bytes: number, nowMs: number): void {
    const last = this.#samples.at(-1);
    if (last && bytes < last.bytes) this.#samples = [];
    this.#samples = [...this.#samples.filter(({ atMs }) => nowMs - atMs <= windowMs), { atMs: nowMs, bytes }];
  }

  /** Starts over, after a pause. */
  reset(): void {
    this.#samples = [];
  }

  /** The estimated remaining time; undefined until there are enough measurements. */
  remainingMs(totalBytes: number): number | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (!first || !last || last.atMs - first.atMs < 500 || last.bytes <= first.bytes) return undefined;
    return ((totalBytes - last.bytes) * (last.atMs - first.atMs)) / (last.bytes - first.bytes);
  }
}
