import { inflateRawSync } from 'node:zlib';

type ZippedFile = { name: string; bytes: Buffer };

const endMark = 0x06_05_4b_50;
const entryMark = 0x02_01_4b_50;
const fileMark = 0x04_03_4b_50;

/**
 * The files of a ZIP archive by its central directory. Undefined if it is malformed, encrypted, has wrong sizes, or exceeds the limits of
 * files or bytes: no byte beyond the limit is unpacked.
 */
export function readZip(bytes: Buffer, limits: { files: number; bytes: number }): ZippedFile[] | undefined {
  try {
    return unpacked(bytes, limits);
  } catch {
    // An offset points beyond the archive, or the compressed data are corrupt.
    return undefined;
  }
}

function unpacked(bytes: Buffer, limits: { files: number; bytes: number }): ZippedFile[] | undefined {
  const end = endOf(bytes);
  if (end === undefined) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  if (count > limits.files) return undefined;
  const files: ZippedFile[] = [];
  let left = limits.bytes;
  let at = bytes.readUInt32LE(end + 16);
  for (let place = 0; place < count; place++) {
    if (bytes.readUInt32LE(at) !== entryMark) return undefined;
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1;
    const method = bytes.readUInt16LE(at + 10);
    const packed = bytes.readUInt32LE(at + 20);
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((of) => bytes.readUInt16LE(at + of)) as [number, number, number]; // Three offsets give three numbers.
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const start = bytes.readUInt32LE(at + 42);
    at += 46 + nameLength + extraLength + noteLength;
    if (name.endsWith('/')) continue;
    if (isEncrypted || bytes.readUInt32LE(start) !== fileMark) return undefined;
    const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
    const data = bytes.subarray(from, from + packed);
    const content = method === 0 ? data : method === 8 ? inflateRawSync(data, { maxOutputLength: Math.max(1, left) }) : undefined;
    if (!content || content.length > left) return undefined;
    left -= content.length;
    files.push({ name, bytes: content });
  }
  return files;
}

/** The offset of the end record: the last mark within the longest comment that may follow it. */
function endOf(bytes: Buffer): number | undefined {
  for (let at = bytes.length - 22; at >= Math.max(0, bytes.length - 22 - 65_535); at--) if (bytes.readUInt32LE(at) === endMark) return at;
  return undefined;
}
