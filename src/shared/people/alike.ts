import { lettersOf } from '#shared/kernel/slug.ts';

/** Whether two department names are equal except for case, umlauts, "Abt." and typing errors (at most one in five letters). */
export function areAlike(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)];
  const longer = Math.max(a.length, b.length);
  return longer > 0 && 1 - changesBetween(a, b) / longer >= 0.8;
}

function plain(name: string): string {
  return lettersOf(name.replaceAll(/\babt(eilung\b|\.)?\s*/gi, ''));
}

/** The Damerau-Levenshtein distance: inserted, deleted, replaced or transposed letters. */
function changesBetween(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_none, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const plainly = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      row.push(isSwap ? Math.min(plainly, (before[j - 2] ?? 0) + 1) : plainly);
    }
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
