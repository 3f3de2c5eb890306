import type { Sharp } from 'sharp';
import { pictureWidths } from '#shared/kernel/storage.ts';
import { chunksOf } from '#server/platform/process/chunks.ts';
import type { Blobs } from '../bytes/blobs.ts';
import { StorageRefusal } from '../protocol/refusal.ts';
import { newSegmentId, readSegments } from '../uploads/segments.ts';
import type { Segment, storageSize } from '../objects/table.ts';

export type MadeSize = Omit<typeof storageSize.$inferInsert, 'objectId'>;

/** The dimensions of a picture after rotation, and its resized versions. */
export type Made = { width: number; height: number; sizes: MadeSize[] };

const pixelsAtMost = 50_000_000;
const secondsAtMost = 15;
const formats = {
  webp: (image: Sharp) => image.webp({ quality: 80, effort: 3 }),
  avif: (image: Sharp) => image.avif({ quality: 55, effort: 2 }),
} as const;

/** Loaded on first use, so that it does not delay the start. */
let library: Promise<typeof import('sharp').default> | undefined;
const load = async () => {
  const { default: sharp } = await import('sharp');
  // One picture at a time in one thread, so that uploads do not starve other requests of CPU.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
};

let previous: Promise<unknown> = Promise.resolve();

/**
 * Creates the resized versions of a picture in one format, rotated and without camera metadata (location, time,
 * device). Throws for undecodable files and for more than 50 million pixels.
 */
export async function makeSizes(blobs: Blobs, segments: readonly Segment[], format: keyof typeof formats): Promise<Made> {
  return inTurn(async () => {
    const source = await whole(blobs, segments);
    const { width, height } = await measure(source);
    const sizes: MadeSize[] = [];
    try {
      for (const wanted of widthsOf(width)) {
        const image = (await open(source))
          .autoOrient()
          .resize({ width: wanted, withoutEnlargement: true })
          .timeout({ seconds: secondsAtMost });
        const { data, info } = await formats[format](image).toBuffer({ resolveWithObject: true });
        const segment = { id: newSegmentId(), bytes: data.length };
        await blobs.write(segment.id, once(data));
        sizes.push({ width: info.width, height: info.height, format, segment });
      }
    } catch (error) {
      await deleteSizes(blobs, sizes);
      throw isDiskFailure(error) ? error : broken(error);
    }
    return { width, height, sizes };
  });
}

/** Deletes resized versions of a file that was then rejected. */
export async function deleteSizes(blobs: Blobs, sizes: readonly MadeSize[]): Promise<void> {
  for (const { segment } of sizes) await blobs.remove(segment.id);
}

/** The target widths of a picture: the standard ones below its own, and its own or the largest standard width. */
function widthsOf(width: number): number[] {
  const largest = Math.min(width, pictureWidths[2]);
  return [...pictureWidths.filter((one) => one < largest), largest];
}

async function measure(source: Buffer): Promise<{ width: number; height: number }> {
  const image = await open(source);
  const { autoOrient, width, height } = await image.metadata().catch((error: unknown) => {
    throw broken(error);
  });
  if (width * height > pixelsAtMost) throw tooManyPixels();
  return autoOrient;
}

async function open(source: Buffer): Promise<Sharp> {
  library ??= load();
  const sharp = await library;
  // The limit of the library is only a safeguard behind the check of the caller; of an animation only the first frame is used.
  return sharp(source, { limitInputPixels: pixelsAtMost * 2, failOn: 'error', animated: false });
}

async function whole(blobs: Blobs, segments: readonly Segment[]): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of chunksOf(await readSegments(blobs, segments))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* once(data: Buffer): AsyncGenerator<Buffer> {
  yield data;
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = previous.then(work, work);
  previous = turn.catch(() => undefined);
  return turn;
}

function isDiskFailure(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('E');
}

function broken(cause: unknown): StorageRefusal {
  const isTooLarge = cause instanceof Error && /exceeds pixel limit/.test(cause.message);
  return isTooLarge ? tooManyPixels() : new StorageRefusal(400, 'The picture cannot be read.', { reason: 'broken-picture', cause });
}

function tooManyPixels(): StorageRefusal {
  return new StorageRefusal(400, 'The picture has more than 50 million pixels.', { reason: 'too-many-pixels' });
}
