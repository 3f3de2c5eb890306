/** Limits concurrency; the others wait in order of arrival. */
export class Lane {
  #room: number;
  readonly #waitMs: number;
  readonly #line = new Set<() => void>();

  /** At most `room` are inside at once; waiting times out after `waitMs`. */
  constructor(room: number, waitMs: number) {
    this.#room = room;
    this.#waitMs = waitMs;
  }

  get waiting(): number {
    return this.#line.size;
  }

  /** Waits for a slot; returns a function that must be called once to leave. */
  async enter(): Promise<() => void> {
    if (this.#room > 0) this.#room--;
    else await this.#turn();
    return () => this.#leave();
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        this.#line.delete(begin);
        reject(Object.assign(new Error('No connection for reading was free.'), { code: 'ETIMEDOUT' }));
      };
      const timer = setTimeout(giveUp, this.#waitMs);
      this.#line.add(begin);
    });
  }

  /** A freed slot goes to the one waiting longest. */
  #leave(): void {
    const [next] = this.#line;
    if (!next) return void this.#room++;
    this.#line.delete(next);
    next();
  }
}
