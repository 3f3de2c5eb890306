/** A chunk of the web as split by the bundler by default: modules that are needed by the same pages. */
export type Piece = { name: string; modules: readonly string[]; bytes: number; imports: readonly number[] };

/** Chunks that are loaded together: a page with its layout, or a lazily loaded part. `weight` is its relative frequency. */
export type Opening = { weight: number; pieces: readonly number[] };

/** The cost of a request, expressed in bytes of a slow connection. */
const requestBytes = 26_000;
/** Smaller files are always merged with another one. */
const leastBytes = 13_000;
const smallFilesFirst = 1e12;
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
 * The output file of each module, so that a page needs few requests. Some pieces have a file by rule (`given`, by their index), and no other piece
 * gets into it. The others are merged greedily, two files at a time with the largest gain, as long as the saved requests outweigh the bytes that
 * some pages load unnecessarily. Files never import each other cyclically. Modules that are not in the result remain in the bundler's default chunks.
 */
export function planFiles(
  pieces: readonly Piece[],
  entry: number,
  openings: readonly Opening[],
  given: ReadonlyMap<number, string>,
): Map<string, string> {
  const first = closureOf(pieces, [entry]);
  const { files, free } = filesOf(pieces, first, openings, given);
  joinAll(files, free, weighing(openings));
  const shared = [...first].filter((piece) => piece !== entry).flatMap((piece) => pieces[piece]?.modules ?? []);
  return new Map([
    ...shared.map((module) => [module, firstFile] as const),
    ...named([...files]).flatMap(([name, { modules }]) => modules.map((module) => [module, name] as const)),
  ]);
}

/** Merges the free ones of these files until no merge has a gain; files below the minimum size are always merged. */
function joinAll(files: Set<File>, free: readonly File[], weigh: Weigh): void {
  for (const file of files) file.weight = weigh(file);
  const partners = new Map<File, Partner | undefined>(free.map((file) => [file, bestPartner(file, free, weigh)]));
  const worth = (file: File) => {
    const costs = partners.get(file)?.costs ?? Infinity;
    return costs < 0 ? costs - 10 * smallFilesFirst : file.bytes < leastBytes ? costs - smallFilesFirst : costs;
  };
  for (;;) {
    const [file] = [...partners.keys()].sort((a, b) => worth(a) - worth(b));
    const partner = file && partners.get(file);
    if (!file || !partner || worth(file) >= 0) return;
    const costs = files.has(partner.file) ? costsOfJoining(file, partner.file, weigh) : Infinity;
    if (costs > partner.costs) {
      // The partner was merged in the meantime.
      partners.set(file, bestPartner(file, partners.keys(), weigh));
    } else {
      join(files, partner.file, file, weigh);
      partners.delete(file);
      partners.set(partner.file, bestPartner(partner.file, partners.keys(), weigh));
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

/** The files before they are merged: those given, and one for each other piece that is not part of the first page. */
function filesOf(pieces: readonly Piece[], first: ReadonlySet<number>, openings: readonly Opening[], given: ReadonlyMap<number, string>) {
  const files = new Map<string | number, File>();
  const keyOf = (piece: number) => given.get(piece) ?? piece;
  for (const [at, { name, modules, bytes }] of pieces.entries()) {
    if (first.has(at)) continue;
    const key = keyOf(at);
    const file = files.get(key) ?? emptyFile(given.get(at) ?? name, openings.length);
    file.modules.push(...modules);
    file.bytes += bytes;
    files.set(key, file);
  }
  const fileOf = (piece: number) => files.get(keyOf(piece));
  for (const [at, { imports }] of pieces.entries())
    for (const imported of imports.flatMap((piece) => fileOf(piece) ?? [])) if (imported !== fileOf(at)) fileOf(at)?.imports.add(imported);
  const all = new Set(files.values());
  noteNeeds(all);
  for (const [bit, opening] of openings.entries()) {
    const loaded = [...closureOf(pieces, opening.pieces)].flatMap((piece) => fileOf(piece) ?? []);
    for (const file of new Set(loaded.flatMap((one) => [one, ...one.needed]))) noteOpening(file, bit);
  }
  return { files: all, free: [...files].flatMap(([key, file]) => (typeof key === 'number' ? [file] : [])) };
}

function emptyFile(name: string, openings: number): File {
  return {
    name,
    modules: [],
    bytes: 0,
    imports: new Set(),
    needed: new Set(),
    openings: new Uint8Array(Math.ceil(openings / 8)),
    weight: 0,
  };
}

function noteOpening({ openings }: File, bit: number): void {
  openings[bit >> 3] = (openings[bit >> 3] ?? 0) | (1 << (bit & 7));
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

/** The cost of loading a file. */
function costOf({ bytes }: Pick<File, 'bytes'>): number {
  return bytes + requestBytes;
}

type Partner = { file: File; costs: number };

function bestPartner(file: File, among: Iterable<File>, weigh: Weigh): Partner | undefined {
  let best: Partner | undefined;
  for (const other of among) {
    if (other === file) continue;
    const costs = costsOfJoining(file, other, weigh, best?.costs);
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
function costsOfJoining(a: File, b: File, weigh: Weigh, enough = Infinity): number {
  let costs = costOf({ bytes: a.bytes + b.bytes }) * weigh(a, b) - costOf(a) * a.weight - costOf(b) * b.weight;
  if (costs >= enough || meetAgain(a, b) || meetAgain(b, a)) return Infinity;
  for (const needed of a.needed) if (needed !== b) costs += costOf(needed) * (weigh(needed, a, b) - needed.weight);
  for (const needed of b.needed) if (needed !== a && !a.needed.has(needed)) costs += costOf(needed) * (weigh(needed, a, b) - needed.weight);
  return costs >= enough ? Infinity : costs;
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
