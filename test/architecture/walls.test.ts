import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../src/server/platform/process/root.ts';
import { floors, isComposition, isFoundation, objectionTo, rootOf, roots, wingOf } from './floors.ts';
import { edges, knotsOf, roomsInKnots, wingEdges } from './imports.ts';
import { sources } from './sources.ts';

const told = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`;

test('the rules look at all files of all wings and at their imports', () => {
  expect(sources.length).toBeGreaterThan(1900);
  expect(edges.length).toBeGreaterThan(13000);
  for (const root of roots) expect(sources.filter(({ file }) => rootOf(file) === root).length).toBeGreaterThan(60);
  const wings = new Set(sources.map(({ file }) => wingOf(file)));
  expect(floors.flat().filter((wing) => !wings.has(wing))).toEqual([]);
  // Types count as well as values, and what is fetched later as well as what is there from the beginning.
  expect(edges).toContainEqual({ from: 'src/web/lib/call/client.ts', to: 'src/shared/api.ts' });
  expect(edges).toContainEqual({ from: 'src/web/lib/call/call.ts', to: 'src/web/lib/call/client.ts' });
});

test('every file stands in a wing, in a foundation, or puts wings together', () => {
  const homeless = sources.filter(({ file }) => !wingOf(file) && !isComposition(file) && !isFoundation(file));
  expect(homeless.map(({ file }) => file)).toEqual([]);
});

test('a wing imports only wings of lower floors, and only through their doors', () => {
  const objections = edges.flatMap((edge) => {
    const reason = objectionTo(edge.from, edge.to);
    return reason ? [`${told(edge)} (${reason})`] : [];
  });
  expect(objections).toEqual([]);
  expect(knotsOf(wingEdges())).toEqual([]);
});

test('no files import each other in a circle', () => {
  expect(knotsOf(edges)).toEqual([]);
});

test('rooms of one wing that import each other in a circle become fewer, never more', () => {
  expect(roomsInKnots().length).toBeLessThanOrEqual(127);
  const planted = [
    { from: 'src/server/money/cash/api.ts', to: 'src/server/money/books/service.ts' },
    { from: 'src/server/money/books/year.ts', to: 'src/server/money/cash/table.ts' },
    { from: 'src/server/money/cash/api.ts', to: 'src/server/people/persons/table.ts' },
  ];
  expect(roomsInKnots(planted).toSorted()).toEqual(['src/server/money/books', 'src/server/money/cash']);
});

test('every imported file is there', () => {
  expect(edges.filter(({ to }) => !fs.existsSync(path.join(projectRoot, to))).map(told)).toEqual([]);
});

test('server and web share what is shared, and nothing of the product knows the tests', () => {
  const crossing = edges.filter(({ from, to }) => rootOf(from) !== rootOf(to) && rootOf(to) !== 'shared');
  expect(crossing.map(told)).toEqual([]);
});

test('what is shared stands on shapes and contracts alone, so that it runs everywhere', () => {
  const shared = sources.filter(({ file }) => rootOf(file) === 'shared');
  const packages = shared.flatMap(({ imports }) => imports.filter(({ isOwn }) => !isOwn).map(({ target }) => target));
  expect([...new Set(packages)].sort()).toEqual(['@orpc/contract', 'zod']);
});
