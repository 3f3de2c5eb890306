import { compareNames } from '#shared/kernel/fullName.ts';
/** The maximum length of a holder's short name. */
const letters = 4;

/** Unique short names of holders: "RWA" stays, "Volkshochschule Auenfeld" becomes "VA", a second one with these letters "VA2". */
export function shortsOf(holders: Iterable<string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const holder of [...new Set(holders)].toSorted(compareNames)) {
    const base = shortOf(holder);
    let short = base;
    for (let at = 2; taken.has(short); at++) short = `${base}${at}`;
    taken.add(short);
    found.set(holder, short);
  }
  return found;
}

function shortOf(holder: string): string {
  if (holder.length <= letters) return holder;
  const words = holder.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const capitals = words.filter((word) => /^[\p{Lu}\p{N}]/u.test(word));
  const initials = capitals.map((word) => word.slice(0, 1)).join('');
  return initials.length > 1 ? initials.slice(0, letters) : holder.slice(0, 3);
}
