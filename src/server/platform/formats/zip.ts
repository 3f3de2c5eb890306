import { crc32, deflateRawSync } from 'node:zlib';

type Entry = { name: string; bytes: Uint8Array };

const version = 20;
/** The flag for UTF-8 names. */
const utf8 = 0x0800;
const deflated = 8;
/** Always the same day (1 January 1980), so that the same entries give the same bytes. */
const date = 0x0021;

/** Files as one ZIP, in order. Limited to 4 GiB and 65,535 files, which no export comes near. */
export function zipFile(name: string, entries: readonly Entry[]): File {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name: path, bytes } of entries) {
    const label = Buffer.from(path, 'utf8');
    const packed = deflateRawSync(bytes);
    const facts = factsOf(label, bytes, packed);
    const local = Buffer.concat([word32(0x04034b50), word16(version), facts, word16(0), label, packed]);
    const central = Buffer.concat([
      word32(0x02014b50),
      word16(version),
      word16(version),
      facts,
      word16(0, 0, 0, 0),
      word32(0),
      word32(offset),
      label,
    ]);
    bodies.push(local);
    directory.push(central);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = entries.length;
  const end = Buffer.concat([word32(0x06054b50), word16(0, 0, count, count), word32(size), word32(offset), word16(0)]);
  return new File([new Uint8Array(Buffer.concat([...bodies, ...directory, end]))], name, { type: 'application/zip' });
}

/** The fields shared by both headers of a file: flags, method, date, checksum and sizes, the length of its name. */
function factsOf(label: Buffer, bytes: Uint8Array, packed: Buffer): Buffer {
  return Buffer.concat([
    word16(utf8, deflated, 0, date),
    word32(crc32(bytes)),
    word32(packed.length),
    word32(bytes.length),
    word16(label.length),
  ]);
}

function word16(...numbers: number[]): Buffer {
  const buffer = Buffer.alloc(numbers.length * 2);
  for (const [at, number] of numbers.entries()) buffer.writeUInt16LE(number, at * 2);
  return buffer;
}

function word32(number: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(number >>> 0, 0);
  return buffer;
}
