import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipFile } from './zip.ts';

test('a ZIP returns its content byte by byte, and is the same bytes each time', async () => {
  const entries = [
    { name: 'größe.csv', bytes: new TextEncoder().encode('ä;ö\r\n'.repeat(1000)) },
    { name: 'leer.csv', bytes: new Uint8Array() },
  ];
  const bytes = Buffer.from(await zipFile('a.zip', entries).arrayBuffer());
  expect(Buffer.from(await zipFile('a.zip', entries).arrayBuffer())).toEqual(bytes);
  expect(unpacked(bytes)).toEqual(new Map(entries.map(({ name, bytes: content }) => [name, Buffer.from(content)])));
});

/** Reads the central directory at the end, as unzip programs do. */
function unpacked(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameLength, start] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)];
    const body = start + 30 + zip.readUInt16LE(start + 26);
    files.set(zip.toString('utf8', at + 46, at + 46 + nameLength), inflateRawSync(zip.subarray(body, body + size)));
    at += 46 + nameLength;
  }
  return files;
}
