const scratchBytes = 256 * 1024;
const keptAtMost = 64;
const free: Buffer[] = [];

/**
 * Lends a buffer for as long as `work` takes. The pieces of a line are small and many: copied into one that is used over and over,
 * they die young, and the collector has little to do.
 */
export async function withScratch<T>(work: (scratch: Buffer) => Promise<T>): Promise<T> {
  const scratch = free.pop() ?? Buffer.allocUnsafeSlow(scratchBytes);
  try {
    return await work(scratch);
  } finally {
    if (free.length < keptAtMost) free.push(scratch);
  }
}
