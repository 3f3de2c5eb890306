/** A chunk of the web as split by the bundler by default: modules that are needed by the same pages. */
export type Piece = { name: string; modules: readonly string[]; bytes: number; imports: readonly number[] };

/**
 * Chunks that are loaded together: a page with its layout, or a lazily loaded part. `weight` is its relative frequency; beyond `light`
 * bytes besides the first file, each further byte is dear.
 */
export type Opening = { weight: number; pieces: readonly number[]; light?: number };

/** The cost of a request, expressed in bytes of a slow connection. */
const requestBytes = 14_000;
/** Smaller files are always merged with another one. */
const leastBytes = 12_000;
const smallFilesFirst = 1e12;
/** How much dearer a byte is that a page loads beyond its limit. */
const beyondLimit = 1000;
/** The file with the modules needed by every page. */
export const firstFile = 'base';

type File = {
  name: string;
  modules: string[];
  bytes: number;
  imports: Set<File>;
  needed: Set<File>;
  openings: Uint8Array;
  weight: number;
};

/**
 * Assigns modules to output files, so that a page needs few requests: merges greedily the two files with the largest
 * gain, as long as the saved requests outweigh the bytes that some pages load unnecessarily. Files never import each
 * other cyclically. Modules that are not in the result remain in the bundler's default chunks.
 */
export function planFiles(pieces: readonly Piece[], entry: number, openings: readonly Opening[]): Plan {
  const first = closureOf(pieces, [entry]);
  const files = filesOf(pieces, first, openings);
  const weigh = weighing(openings);
  for (const file of files) file.weight = weigh(file);
  const limits = limitsOf(openings);
  joinAll(files, weigh, limits);
  const shared = [...first].filter((piece) => piece !== entry).flatMap((piece) => pieces[piece]?.modules ?? []);
  const fileOf = new Map([
    ...shared.map((module) => [module, firstFile] as const),
    ...named([...files]).flatMap(([name, { modules }]) => modules.map((module) => [module, name] as const)),
  ]);
  return { fileOf, heaviest: Math.max(0, ...limits.map(({ loaded }) => loaded)) };
}

/** The file of each module, and the bytes of the heaviest opening with a limit. */
type Plan = { fileOf: Map<string, string>; heaviest: number };

/** Merges files until no merge has a gain; files below the minimum size are always merged. */
function joinAll(files: Set<File>, weigh: Weigh, limits: readonly Limit[]): void {
  noteLoads(files, limits);
  const partners = new Map<File, Partner | undefined>([...files].map((file) => [file, bestPartner(file, files, weigh, limits)]));
  const worth = (file: File) => {
    const costs = partners.get(file)?.costs ?? Infinity;
    return costs < 0 ? costs - 10 * smallFilesFirst : file.bytes < leastBytes ? costs - smallFilesFirst : costs;
  };
  for (;;) {
    const [file] = [...files].sort((a, b) => worth(a) - worth(b));
    const partner = file && partners.get(file);
    if (!file || !partner || worth(file) >= 0) return;
    const costs = files.has(partner.file) ? costsOfJoining(file, partner.file, weigh, limits) : Infinity;
    if (costs > partner.costs) {
      // The partner was merged in the meantime.
      partners.set(file, bestPartner(file, files, weigh, limits));
    } else {
      join(files, partner.file, file, weigh);
      noteLoads(files, limits);
      partners.delete(file);
      partners.set(partner.file, bestPartner(partner.file, files, weigh, limits));
    }
  }
}

/** The transitive dependencies of some pieces, including themselves. */
export function closureOf(pieces: readonly Piece[], begin: readonly number[]): Set<number> {
  const found = new Set<number>();
  const open = [...begin];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(pieces[next]?.imports ?? []));
  }
  return found;
}

/** One file for each piece that is not part of the first page. */
function filesOf(pieces: readonly Piece[], first: ReadonlySet<number>, openings: readonly Opening[]): Set<File> {
  const files = new Map<number, File>();
  const none = () => new Uint8Array(Math.ceil(openings.length / 8));
  for (const [at, { imports: _imports, ...piece }] of pieces.entries()) {
    if (!first.has(at))
      files.set(at, { ...piece, modules: [...piece.modules], imports: new Set(), needed: new Set(), openings: none(), weight: 0 });
  }
  for (const [at, file] of files)
    for (const imported of pieces[at]?.imports ?? []) {
      const other = files.get(imported);
      if (other) file.imports.add(other);
    }
  for (const [bit, opening] of openings.entries())
    for (const at of closureOf(pieces, opening.pieces)) {
      const file = files.get(at);
      const byte = bit >> 3;
      if (file) file.openings[byte] = (file.openings[byte] ?? 0) | (1 << (bit & 7));
    }
  const all = new Set(files.values());
  noteNeeds(all);
  return all;
}

/** Computes the transitive imports of each file. */
function noteNeeds(files: ReadonlySet<File>): void {
  for (const file of files) {
    file.needed = new Set();
    const open = [...file.imports];
    for (let next = open.pop(); next; next = open.pop()) {
      if (file.needed.has(next)) continue;
      file.needed.add(next);
      open.push(...next.imports);
    }
  }
}

/** The total weight of the openings of some files. */
type Weigh = (...files: readonly File[]) => number;

function weighing(openings: readonly Opening[]): Weigh {
  const tables = Array.from({ length: Math.ceil(openings.length / 8) }, (_, byte) =>
    Array.from({ length: 256 }, (__, bits) =>
      openings.slice(8 * byte, 8 * byte + 8).reduce((sum, { weight }, bit) => (bits & (1 << bit) ? sum + weight : sum), 0),
    ),
  );
  return (...files) =>
    tables.reduce((sum, table, byte) => sum + (table[files.reduce((bits, { openings: of }) => bits | (of[byte] ?? 0), 0)] ?? 0), 0);
}

/** An opening with a limit, by its bit in `File.openings`, and the bytes that it loads as things stand. */
type Limit = { byte: number; mask: number; light: number; loaded: number };

function limitsOf(openings: readonly Opening[]): Limit[] {
  return openings.flatMap(({ light }, bit) => (light === undefined ? [] : [{ byte: bit >> 3, mask: 1 << (bit & 7), light, loaded: 0 }]));
}

function isLoadedBy({ openings }: File, { byte, mask }: Limit): boolean {
  return ((openings[byte] ?? 0) & mask) !== 0;
}

function noteLoads(files: ReadonlySet<File>, limits: readonly Limit[]): void {
  for (const limit of limits) {
    limit.loaded = 0;
    for (const file of files) if (isLoadedBy(file, limit)) limit.loaded += file.bytes;
  }
}

/** By how many bytes more the openings exceed their limits once two files are one. */
function excessOfJoining(a: File, b: File, limits: readonly Limit[]): number {
  let excess = 0;
  for (const limit of limits) {
    if (isLoadedBy(a, limit) === isLoadedBy(b, limit)) continue;
    const added = isLoadedBy(a, limit) ? b : a;
    let loaded = limit.loaded + added.bytes;
    for (const needed of added.needed) if (!isLoadedBy(needed, limit)) loaded += needed.bytes;
    excess += Math.max(0, loaded - limit.light) - Math.max(0, limit.loaded - limit.light);
  }
  return excess;
}

/** The cost of loading a file. */
function costOf({ bytes }: Pick<File, 'bytes'>): number {
  return bytes + requestBytes;
}

type Partner = { file: File; costs: number };

function bestPartner(file: File, files: ReadonlySet<File>, weigh: Weigh, limits: readonly Limit[]): Partner | undefined {
  let best: Partner | undefined;
  for (const other of files) {
    if (other === file) continue;
    const costs = costsOfJoining(file, other, weigh, limits, best?.costs);
    if (costs < (best?.costs ?? Infinity)) best = { file: other, costs };
  }
  return best;
}

/** Whether an import path leads from one file to the other through a third, so that a merge would create a cycle. */
function meetAgain(from: File, to: File): boolean {
  return from.needed.has(to) && [...from.imports].some((between) => between !== to && between.needed.has(to));
}

/**
 * The increase of the total cost of all openings if two files are merged: each opening of one then loads both. Infinity
 * for a merge that creates a cycle, or once the cost exceeds `enough`.
 */
function costsOfJoining(a: File, b: File, weigh: Weigh, limits: readonly Limit[], enough = Infinity): number {
  let costs = costOf({ bytes: a.bytes + b.bytes }) * weigh(a, b) - costOf(a) * a.weight - costOf(b) * b.weight;
  if (costs >= enough || meetAgain(a, b) || meetAgain(b, a)) return Infinity;
  for (const needed of a.needed) if (needed !== b) costs += costOf(needed) * (weigh(needed, a, b) - needed.weight);
  for (const needed of b.needed) if (needed !== a && !a.needed.has(needed)) costs += costOf(needed) * (weigh(needed, a, b) - needed.weight);
  return costs >= enough ? Infinity : costs + beyondLimit * excessOfJoining(a, b, limits);
}

/** Merges the second file into the first. */
function join(files: Set<File>, into: File, file: File, weigh: Weigh): void {
  const both = into.openings.map((bits, byte) => bits | (file.openings[byte] ?? 0));
  if (file.bytes > into.bytes) into.name = file.name;
  into.bytes += file.bytes;
  into.modules.push(...file.modules);
  files.delete(file);
  for (const imported of file.imports) into.imports.add(imported);
  for (const other of files) if (other.imports.delete(file)) other.imports.add(into);
  into.imports.delete(into);
  into.imports.delete(file);
  noteNeeds(files);
  for (const one of [into, ...into.needed]) {
    one.openings = one.openings.map((bits, byte) => bits | (both[byte] ?? 0));
    one.weight = weigh(one);
  }
}

/** Assigns unique file names. */
function named(files: readonly File[]): [string, File][] {
  const taken = new Map<string, number>();
  return files.map((file) => {
    const count = (taken.get(file.name) ?? 0) + 1;
    taken.set(file.name, count);
    return [count === 1 ? file.name : `${file.name}${count}`, file];
  });
}
