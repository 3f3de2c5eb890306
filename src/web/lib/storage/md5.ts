/** An incremental MD5. Browsers do not offer this old hash, but the protocol requires it. */
export class Md5 {
  readonly #state = new Int32Array([0x67452301, -0x10325477, -0x67452302, 0x10325476]);
  readonly #block = new Uint8Array(64);
  readonly #words = new Int32Array(16);
  #bytes = 0;

  /** Adds the next bytes. */
  update(bytes: Uint8Array): this {
    let at = 0;
    const held = this.#bytes % 64;
    this.#bytes += bytes.length;
    if (held > 0) {
      const taken = Math.min(64 - held, bytes.length);
      this.#block.set(bytes.subarray(0, taken), held);
      if (held + taken < 64) return this;
      this.#mix(this.#block, 0);
      at = taken;
    }
    for (; at + 64 <= bytes.length; at += 64) this.#mix(bytes, at);
    this.#block.set(bytes.subarray(at));
    return this;
  }

  /** The digest in base64, as the protocol expects it. Nothing can be added afterwards. */
  digest(): string {
    const bits = this.#bytes * 8;
    const end = new Uint8Array(this.#bytes % 64 < 56 ? 64 - (this.#bytes % 64) : 128 - (this.#bytes % 64));
    end[0] = 0x80;
    const view = new DataView(end.buffer);
    view.setUint32(end.length - 8, bits >>> 0, true);
    view.setUint32(end.length - 4, Math.floor(bits / 2 ** 32), true);
    this.update(end);
    return btoa(String.fromCharCode(...new Uint8Array(this.#state.buffer)));
  }

  #mix(bytes: Uint8Array, at: number): void {
    const words = this.#words;
    for (let i = 0; i < 16; i++) {
      const p = at + i * 4;
      words[i] = (bytes[p] ?? 0) | ((bytes[p + 1] ?? 0) << 8) | ((bytes[p + 2] ?? 0) << 16) | ((bytes[p + 3] ?? 0) << 24);
    }
    let [a = 0, b = 0, c = 0, d = 0] = this.#state;
    for (let i = 0; i < 64; i++) {
      const round = i >> 4;
      const mixed = round === 0 ? (b & c) | (~b & d) : round === 1 ? (d & b) | (~d & c) : round === 2 ? b ^ c ^ d : c ^ (b | ~d);
      const word = words[(i * (steps[round] ?? 1) + (starts[round] ?? 0)) & 15] ?? 0;
      const sum = (a + mixed + (constants[i] ?? 0) + word) | 0;
      const turn = turns[round * 4 + (i & 3)] ?? 0;
      a = d;
      d = c;
      c = b;
      b = (b + ((sum << turn) | (sum >>> (32 - turn)))) | 0;
    }
    this.#state[0] = ((this.#state[0] ?? 0) + a) | 0;
    this.#state[1] = ((this.#state[1] ?? 0) + b) | 0;
    this.#state[2] = ((this.#state[2] ?? 0) + c) | 0;
    this.#state[3] = ((this.#state[3] ?? 0) + d) | 0;
  }
}

// RFC 1321: word order, rotation counts and sine table of each round.
const steps = [1, 5, 3, 7];
const starts = [0, 1, 5, 0];
const turns = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const constants = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) | 0);
