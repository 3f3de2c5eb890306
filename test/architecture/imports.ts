import { rootOf, wingOf, type Wing } from './floors.ts';
import { sources } from './sources.ts';

/** One import of a file of the product by another one. */
export type Edge = { from: string; to: string };

/** All imports between files of the product, types included; tests apart. */
export const edges: readonly Edge[] = sources.flatMap(({ file, imports }) =>
  imports.filter(({ isOwn }) => isOwn).map(({ target }) => ({ from: file, to: target })),
);

/** How many imports go from each wing to each other one. */
export function wingEdges(): { from: Wing; to: Wing; count: number }[] {
  const counts = new Map<string, { from: Wing; to: Wing; count: number }>();
  for (const edge of edges) {
    const [from, to] = [wingOf(edge.from), wingOf(edge.to)];
    if (!from || !to || from === to) continue;
    const pair = counts.get(`${from} ${to}`) ?? { from, to, count: 0 };
    counts.set(`${from} ${to}`, { ...pair, count: pair.count + 1 });
  }
  return [...counts.values()];
}

/** The rooms of one wing and one root that import each other in a circle, however long. */
export function roomsInKnots(list: readonly Edge[] = edges): string[] {
  const roomOf = (file: string) => file.split('/').slice(0, 4).join('/');
  const between = list
    .map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) }))
    .filter(({ from, to }) => from !== to && wingOf(from) && wingOf(from) === wingOf(to) && rootOf(from) === rootOf(to));
  return knotsOf(between).flat();
}

/** The groups that import each other in a circle, however long (strongly connected components of more than one node). */
export function knotsOf(list: readonly { from: string; to: string }[]): string[][] {
  const next = Map.groupBy(list, ({ from }) => from);
  const seen = new Map<string, { order: number; low: number }>();
  const open: string[] = [];
  const knots: string[][] = [];
  const visit = (node: string): { order: number; low: number } => {
    const own = { order: seen.size, low: seen.size };
    seen.set(node, own);
    open.push(node);
    for (const { to } of next.get(node) ?? []) {
      const known = seen.get(to);
      if (!known) own.low = Math.min(own.low, visit(to).low);
      else if (open.includes(to)) own.low = Math.min(own.low, known.order);
    }
    if (own.low === own.order) {
      const knot = open.splice(open.indexOf(node));
      if (knot.length > 1) knots.push(knot);
    }
    return own;
  };
  for (const node of next.keys()) if (!seen.has(node)) visit(node);
  return knots;
}
