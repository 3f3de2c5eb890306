import type { Sharp } from 'sharp';
import { pictureWidths } from '#shared/kernel/storage.ts';
import { chunksOf } from '#server/platform/process/chunks.ts';
import type { Blobs } from '../bytes/blobs.ts';
import { StorageRefusal } from '../protocol/refusal.ts';
import { newSegmentId, readSegments } from '../uploads/segments.ts';
import type { Segment, storageSize } from '../objects/table.ts';

export type MadeSize = Omit<typeof storageSize.$inferInsert, 'objectId'>;

/** A picture's own size, upright, and the sizes that were made of it. */
export type Made = { width: number; height: number; sizes: MadeSize[] };

const pixelsAtMost = 50_000_000;
const secondsAtMost = 15;
const formats = {
  webp: (image: Sharp) => image.webp({ quality: 80, effort: 3 }),
  avif: (image: Sharp) => image.avif({ quality: 55, effort: 2 }),
} as const;

/** The library is loaded with the first picture, so that the server starts without it. */
let library: Promise<typeof import('sharp').default> | undefined;
const load = async () => {
  const { default: sharp } = await import('sharp');
  // One picture at a time with one thread: uploads must not take the processor from those who read.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
};

let previous: Promise<unknown> = Promise.resolve();

/**
 * Makes the sizes of a picture in one format: turned upright, without what the camera noted (place, time, device).
 * Refuses what does not decode and what would be more than 50 million pixels.
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

/** Takes sizes back that were made for a file which was then refused. */
export async function deleteSizes(blobs: Blobs, sizes: readonly MadeSize[]): Promise<void> {
  for (const { segment } of sizes) await blobs.remove(segment.id);
}

/** The widths for a picture: ours below its own, and at last its own or our largest. */
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
  // The limit of the library is a net below our own check; an animation is its first picture.
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
