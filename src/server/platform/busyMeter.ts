import { performance } from 'node:perf_hooks';

/** The share of its time that the event loop is at work from which on the process counts as busy. */
const busyFrom = 0.6;

/** Tells whether the event loop had hardly a pause since it was asked the last time. */
export function busyMeter(): () => boolean {
  let before = performance.eventLoopUtilization();
  return () => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    return utilization > busyFrom;
  };
}
