/** The wings from the ground up. A wing imports only wings of lower floors; those of one floor do not know each other. */
export const floors = [
  ['kernel'],
  ['platform'],
  ['club'],
  ['accounts'],
  ['people', 'halls'],
  ['events', 'files'],
  ['courses', 'helpers'],
  ['money', 'content'],
  ['office'],
] as const;

export type Wing = (typeof floors)[number][number];

/** The roots of the product. Each has the same wings. */
export const roots = ['shared', 'server', 'web'] as const;

/** What puts the wings together and may know them all; nothing imports it but itself. */
const composition: { readonly [root in (typeof roots)[number]]: RegExp } = {
  shared: /^src\/shared\/[^/]+$/,
  server: /^src\/server\/(db|commands)\/|^src\/server\/[^/]+$/,
  web: /^src\/web\/app\/|^src\/web\/[^/]+$/,
};

/** The number of a wing's floor; 0 is the ground that everything stands on. */
export function floorOf(wing: Wing): number {
  return floors.findIndex((wings) => (wings as readonly string[]).includes(wing));
}

/** Shared, server or web; undefined for what is none of the product's roots. */
export function rootOf(file: string): (typeof roots)[number] | undefined {
  return roots.find((root) => file.startsWith(`src/${root}/`));
}

/** The wing that a file stands in; undefined for composition and foundations. */
export function wingOf(file: string): Wing | undefined {
  const [, , folder] = file.split('/');
  return rootOf(file) && floors.flat().find((wing) => wing === folder);
}

export function isComposition(file: string): boolean {
  const root = rootOf(file);
  return root !== undefined && composition[root].test(file);
}

/** Demonstration data: filled in by one place that may know every table, however long its lists are. */
export function isDemo(file: string): boolean {
  return file.startsWith('src/server/db/demo');
}

/** What the pages of every wing are built with, and no wing may reach into. */
export function isFoundation(file: string): boolean {
  return /^src\/web\/(ui|lib)\//.test(file);
}

/** Why a file may not import another one; undefined where it may. */
export function objectionTo(from: string, to: string): string | undefined {
  const [own, other] = [wingOf(from), wingOf(to)];
  if (isComposition(from)) return undefined;
  if (isComposition(to) && own) return 'a wing does not know what puts it together';
  if (isFoundation(from))
    return isFoundation(to) || other === 'kernel' || /^src\/shared\/[^/]+$/.test(to)
      ? undefined
      : 'a foundation knows no wing but the kernel';
  if (!own || !other || own === other) return undefined;
  if (floorOf(other) >= floorOf(own)) return `floor ${floorOf(own)} does not know floor ${floorOf(other)}`;
  return isDoor(to) ? undefined : 'not by its doors';
}

/** Where a wing may be entered from above: its shapes, its platform, and the files that it keeps for others. */
function isDoor(file: string): boolean {
  if (rootOf(file) === 'shared' || wingOf(file) === 'platform') return true;
  return rootOf(file) === 'server' ? /\/(table|service)\.ts$/.test(file) : /\/parts\//.test(file);
}
