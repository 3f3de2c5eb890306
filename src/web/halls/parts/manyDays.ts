/** Of more than these the number is typed before anything is done to all. */
export const typedFrom = 20;

type Range = { from: string; to: string; typed: string };

/** What is wrong with the days that were chosen: `nothing` stands in them, or their number was not typed. */
export function faultsOf({ from, to, typed }: Range, count: number, nothing: string): { [field in keyof Range]?: string } {
  if (!from || !to) return {};
  if (count === 0) return { to: nothing };
  return count > typedFrom && typed.trim() !== String(count) ? { typed: `Bitte die Zahl ${count} eingeben.` } : {};
}
