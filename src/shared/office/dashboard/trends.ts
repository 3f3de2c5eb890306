/** How many weeks a figure needs, from its first value on, before it says where things go. */
const trendWeeks = 4;

/** The last full week of a figure against the weeks before it. */
export type Trend = {
  /** The value of the last full week. */ now: number;
  /** How much that is above the mean of the weeks before, rounded; negative below it. */ change: number;
  /** The values of the full weeks, oldest first. */ values: readonly number[];
};

/**
 * The trend of a figure that comes week by week, oldest first; the last week still runs and counts nowhere. Undefined
 * until there are four weeks of values: a first value is no trend.
 */
export function trendOf(weekly: readonly number[]): Trend | undefined {
  const full = weekly.slice(0, -1);
  const first = full.findIndex((value) => value > 0);
  if (first < 0 || full.length - first < trendWeeks) return undefined;
  const now = full.at(-1) ?? 0;
  const before = full.slice(first, -1).slice(-trendWeeks);
  const mean = before.reduce((sum, value) => sum + value, 0) / before.length;
  return { now, change: Math.round(now - mean), values: full };
}

/** "4 mehr als im Schnitt der Wochen davor". */
export function changeInWords(change: number): string {
  if (change === 0) return 'wie im Schnitt der Wochen davor';
  return `${Math.abs(change).toLocaleString('de-DE')} ${change > 0 ? 'mehr' : 'weniger'} als im Schnitt der Wochen davor`;
}
