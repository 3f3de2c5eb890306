import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { chunksOf } from '#server/platform/process/chunks.ts';
import type { Partition, Sequence } from './catalogue.ts';
import { seal, unseal } from './seal.ts';

/** The header of an archive: the application version that wrote it and the matching schema. */
/** `keyIds`: the keys of sealed columns, which are not in the backup. */
export type Header = { app: string; createdAt: string; migrations: string[]; partitions: Partition[]; keyIds?: string[] };

/** The entries of an archive in sequence; the bytes after a table or file entry belong to it until its end entry. */
export type Entry =
  | { kind: 'header'; header: Header }
  | { kind: 'table'; schema: string; name: string; columns: string[] }
  | { kind: 'file'; path: string }
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'tableEnd'; rows: number }
  | { kind: 'fileEnd'; size: number }
  | { kind: 'sequences'; sequences: Sequence[] }
  | { kind: 'end'; summary: Summary };

/** `missing`: the number of files that rows reference but the store does not contain. */
export type Summary = { tables: number; rows: number; files: number; missing?: number };

const rawBytes = 1;
const description = 2;

/** Writes a compressed and encrypted archive atomically: the file exists completely or not at all. */
export async function writeArchive(file: string, password: string, entries: AsyncIterable<Entry>): Promise<void> {
  const part = `${file}.part`;
  try {
    await pipeline(
      Readable.from(encode(entries), { objectMode: false }),
      createGzip(),
      (compressed: AsyncIterable<Buffer>) => seal(compressed, password),
      fs.createWriteStream(part, { mode: 0o600, flush: true }),
    );
    fs.renameSync(part, file);
  } catch (error) {
    fs.rmSync(part, { force: true });
    throw error;
  }
}

/** Reads an archive; each piece is authenticated before it is yielded. */
export async function* readArchive(file: string, password: string): AsyncGenerator<Entry> {
  const gunzip = createGunzip();
  // An error of the first stream reaches the consumer through the second.
  const source = Readable.from(unseal(file, password), { objectMode: false });
  source.once('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  try {
    let rest: Buffer = Buffer.alloc(0);
    for await (const bytes of chunksOf(gunzip)) {
      rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      while (rest.length >= 5 && rest.length >= 5 + rest.readUInt32BE(1)) {
        const end = 5 + rest.readUInt32BE(1);
        yield decode(rest.readUInt8(), rest.subarray(5, end));
        rest = rest.subarray(end);
      }
    }
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

/** Reads the whole archive without storing anything, which proves that it is readable. */
export async function proveArchive(file: string, password: string): Promise<{ header: Header; summary: Summary }> {
  let header: Header | undefined;
  let summary: Summary | undefined;
  for await (const entry of readArchive(file, password)) {
    if (entry.kind === 'header') header = entry.header;
    if (entry.kind === 'end') summary = entry.summary;
  }
  if (!header || !summary) throw new Error('The archive has no beginning or no end.');
  return { header, summary };
}

async function* encode(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  for await (const entry of entries) {
    const isRaw = entry.kind === 'bytes';
    const payload = isRaw ? entry.bytes : Buffer.from(JSON.stringify(entry));
    const head = Buffer.alloc(5);
    head.writeUInt8(isRaw ? rawBytes : description);
    head.writeUInt32BE(payload.length, 1);
    yield Buffer.concat([head, payload]);
  }
}

function decode(type: number, payload: Buffer): Entry {
  if (type === rawBytes) return { kind: 'bytes', bytes: payload };
  // The bytes are authenticated, so they were written by this program in this format.
  const entry: Entry = JSON.parse(payload.toString('utf8'));
  return entry;
}
