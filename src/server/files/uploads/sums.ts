import { createHash, type Hash } from 'node:crypto';

/** The digests by which clients of the storage protocol compare files, both in base64. */
export type Digest = { md5: string; crc32c: string };

/** Computes MD5 and CRC-32C incrementally; Node only provides CRC-32 (ZIP). */
export class Sums {
  readonly #md5: Hash;
  #crc: number;

  constructor(md5: Hash = createHash('md5'), crc = 0) {
    this.#md5 = md5;
    this.#crc = crc;
  }

  update(bytes: Buffer): this {
    this.#md5.update(bytes);
    this.#crc = crc32cOf(bytes, this.#crc);
    return this;
  }

  /** An independent copy of the state. */
  copy(): Sums {
    return new Sums(this.#md5.copy(), this.#crc);
  }

  /** The digests of all bytes; the object cannot be updated afterwards. */
  digest(): Digest {
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(this.#crc);
    return { md5: this.#md5.digest('base64'), crc32c: crc.toString('base64') };
  }
}

/** The reversed Castagnoli polynomial. */
const polynomial = 0x82f63b78;
const tables = makeTables();

/** Slicing-by-8: about three times as fast as one byte at a time. */
function crc32cOf(bytes: Buffer, before: number): number {
  const table = (which: number, byte: number) => tables[which * 256 + byte] ?? 0;
  let crc = ~before;
  let at = 0;
  for (const end = bytes.length - 7; at < end; at += 8) {
    const low = bytes.readUInt32LE(at) ^ crc;
    const high = bytes.readUInt32LE(at + 4);
    crc =
      table(7, low & 255) ^
      table(6, (low >>> 8) & 255) ^
      table(5, (low >>> 16) & 255) ^
      table(4, low >>> 24) ^
      table(3, high & 255) ^
      table(2, (high >>> 8) & 255) ^
      table(1, (high >>> 16) & 255) ^
      table(0, high >>> 24);
  }
  for (; at < bytes.length; at++) crc = table(0, (crc ^ bytes.readUInt8(at)) & 255) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Table n contains the CRC of a byte that is followed by n zero bytes. */
function makeTables(): Uint32Array {
  const made = new Uint32Array(8 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
    made[byte] = crc;
  }
  for (let at = 256; at < made.length; at++) {
    const before = made[at - 256] ?? 0;
    made[at] = (made[before & 255] ?? 0) ^ (before >>> 8);
  }
  return made;
}
