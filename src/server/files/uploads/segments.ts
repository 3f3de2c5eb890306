import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { chunksOf } from '#server/platform/process/chunks.ts';
import type { Blobs, Passing } from '../bytes/blobs.ts';
import type { Segment } from '../objects/table.ts';

/** A new segment name: 192 random bits in hexadecimal. */
export function newSegmentId(): string {
  return randomBytes(24).toString('hex');
}

/** The total length of the segments in bytes. */
export function bytesIn(segments: readonly Segment[]): number {
  return segments.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Truncates the segments to `bytes`, for a client that resends from an earlier offset. */
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

/** Reads a byte range across segments. */
export async function readSegments(blobs: Blobs, segments: readonly Segment[], start = 0, end = bytesIn(segments)): Promise<Readable> {
  const parts = partsOf(segments, start, end);
  const opened: Readable[] = [];
  try {
    for (const { id, from, to } of parts) opened.push(await blobs.read(id, from, to));
  } catch (error) {
    for (const part of opened) part.destroy();
    throw error;
  }
  const [only] = opened;
  if (opened.length === 1 && only) return only;
  const whole = Readable.from(oneAfterTheOther(opened), { objectMode: false, highWaterMark: 256 * 1024 });
  whole.once('close', () => {
    for (const part of opened) part.destroy();
  });
  return whole;
}

/**
 * Opens a byte range across segments for streaming. All segments are opened in advance, so a file that is replaced or
 * deleted meanwhile can still be read completely.
 */
export async function openSegments(
  blobs: Blobs,
  segments: readonly Segment[],
  [start, end]: readonly [number, number],
  take: (piece: Buffer) => Promise<void>,
): Promise<Passing> {
  const opened: Passing[] = [];
  const close = async () => {
    for (const one of opened) await one.close();
  };
  try {
    for (const { id, from, to } of partsOf(segments, start, end)) opened.push(await blobs.pass(id, from, to, take));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    run: async () => {
      for (const one of opened) await one.run();
    },
    close,
  };
}

function partsOf(segments: readonly Segment[], start: number, end: number): { id: string; from: number; to: number }[] {
  let before = 0;
  return segments.flatMap(({ id, bytes }) => {
    const from = Math.max(start - before, 0);
    const to = Math.min(end - before, bytes);
    before += bytes;
    return from < to ? [{ id, from, to }] : [];
  });
}

async function* oneAfterTheOther(parts: readonly Readable[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield* chunksOf(part);
}
