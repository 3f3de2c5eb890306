import { performance } from 'node:perf_hooks';

/** The event loop utilisation from which on the process counts as busy. */
const busyFrom = 0.6;

let inLine = 0;

/** Waits in a line of writes; as long as anybody does, it is a rush. */
export async function standInLine(turn: Promise<void>): Promise<void> {
  inLine++;
  await turn;
  inLine--;
}

/** Whether writes wait in a line of this process. */
export function isRush(): boolean {
  return inLine > 0;
}

/** Returns a function that tells whether writes wait in a line, or the event loop was busy since its last call. */
export function busyMeter(): () => boolean {
  let before = performance.eventLoopUtilization();
  return () => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    return isRush() || utilization > busyFrom;
  };
}
