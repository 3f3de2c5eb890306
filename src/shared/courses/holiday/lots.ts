/** The lot of a key under a seed: nobody can choose it, everybody can recompute it from the seed (cyrb53 of `seed:key`, 53 bits). */
export function lotNumber(seed: string, key: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const sign of `${seed}:${key}`) {
    const code = sign.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** The lots of keys, starting at 1; deterministic for the same seed and keys, whatever their order. */
export function lotsOf(seed: string, keys: readonly string[]): Map<string, number> {
  const drawn = [...new Set(keys)].map((key) => ({ key, number: lotNumber(seed, key) }));
  drawn.sort((a, b) => a.number - b.number || (a.key < b.key ? -1 : 1));
  return new Map(drawn.map(({ key }, at) => [key, at + 1]));
}
