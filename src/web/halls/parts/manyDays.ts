/** More than this many must be confirmed by typing the number. */
export const typedFrom = 20;

type Range = { from: string; to: string; typed: string };

/** Errors of the chosen range: it is empty (`nothing`), or the number was not typed. */
export function faultsOf({ from, to, typed }: Range, count: number, nothing: string): { [field in keyof Range]?: string } {
  if (!from || !to) return {};
  if (count === 0) return { to: nothing };
  return count > typedFrom && typed.trim() !== String(count) ? { typed: `Bitte die Zahl ${count} eingeben.` } : {};
}
