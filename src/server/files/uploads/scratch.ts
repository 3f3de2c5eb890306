const scratchBytes = 256 * 1024;
const keptAtMost = 64;
const free: Buffer[] = [];

/**
 * Lends a reusable buffer to `work`. Copying many small network chunks into it keeps them short-lived, which reduces
 * garbage collection.
 */
export async function withScratch<T>(work: (scratch: Buffer) => Promise<T>): Promise<T> {
  const scratch = free.pop() ?? Buffer.allocUnsafeSlow(scratchBytes);
  try {
    return await work(scratch);
  } finally {
    if (free.length < keptAtMost) free.push(scratch);
  }
}
