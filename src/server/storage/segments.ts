import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Blobs } from './blobs.ts';
import type { Segment } from './table.ts';

/** A name for new bytes: 192 random bits in letters that every file system takes. */
export function newSegmentId(): string {
  return randomBytes(24).toString('hex');
}

/** How many bytes the segments have together. */
export function bytesIn(segments: readonly Segment[]): number {
  return segments.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The first `bytes` of the segments: how a client that sends from an earlier place takes back what came after it. */
export function cutSegments(segments: readonly Segment[], bytes: number): { kept: Segment[]; dropped: Segment[] } {
  const kept: Segment[] = [];
  const dropped: Segment[] = [];
  let rest = bytes;
  for (const segment of segments) {
    const used = Math.min(rest, segment.bytes);
    rest -= used;
    if (used > 0) kept.push({ id: segment.id, bytes: used });
    else dropped.push(segment);
  }
  return { kept, dropped };
}

/**
 * Reads a run of bytes over the segments. All of them are opened beforehand, so a file that is replaced or deleted
 * meanwhile is still read to its end.
 */
export async function readSegments(blobs: Blobs, segments: readonly Segment[], start = 0, end = bytesIn(segments)): Promise<Readable> {
  const parts: Readable[] = [];
  let before = 0;
  try {
    for (const { id, bytes } of segments) {
      const from = Math.max(start - before, 0);
      const to = Math.min(end - before, bytes);
      if (from < to) parts.push(await blobs.read(id, from, to));
      before += bytes;
    }
  } catch (error) {
    for (const part of parts) part.destroy();
    throw error;
  }
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const whole = Readable.from(oneAfterTheOther(parts), { objectMode: false, highWaterMark: 256 * 1024 });
  whole.once('close', () => {
    for (const part of parts) part.destroy();
  });
  return whole;
}

async function* oneAfterTheOther(parts: readonly Readable[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield* part as AsyncIterable<Buffer>;
}
