/** The limits of section 9 of the specification that concern files. */
export const storageLimits = {
  /** Larger files go up in chunks that can be resumed. */
  resumableAboveBytes: 256 * 1024,
  chunkBytes: 256 * 1024,
  largestChunkBytes: 32 * 1024 * 1024,
  operationRetryMs: 2 * 60 * 1000,
  uploadRetryMs: 10 * 60 * 1000,
  firstPauseMs: 1000,
  longestPauseMs: 64 * 1000,
  /** A request on which nothing moves for so long is given up and tried again. */
  stallMs: 45 * 1000,
} as const;
