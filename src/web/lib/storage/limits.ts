/** The limits for files of section 9 of the specification. */
export const storageLimits = {
  /** Larger files are uploaded in resumable chunks. */
  resumableAboveBytes: 256 * 1024,
  chunkBytes: 256 * 1024,
  largestChunkBytes: 32 * 1024 * 1024,
  operationRetryMs: 2 * 60 * 1000,
  uploadRetryMs: 10 * 60 * 1000,
  firstPauseMs: 1000,
  longestPauseMs: 64 * 1000,
  /** A request without progress for this long is aborted and retried. */
  stallMs: 45 * 1000,
} as const;
