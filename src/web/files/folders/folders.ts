import { folderName } from '#shared/files/folderNames.ts';
import { clubNames, defaultClubs, type ClubName } from '#shared/kernel/clubs.ts';
import { largestBytes, publicFolders } from '#shared/kernel/storage.ts';
import { compareNames } from '#shared/kernel/fullName.ts';

export type Folder = { path: string; label: string; files: number; sizeBytes: number };

/** The label of a path segment. */
export function labelOf(name: string): string {
  const club = clubNames.find((one) => one === name);
  return club ? defaultClubs[club].displayName : folderName(name);
}

/** The folders to show: those with files, and those of the storage rules, even if empty. */
export function withEmpty(club: ClubName, folder: string, found: readonly Folder[]): Folder[] {
  const known: { readonly [path: string]: readonly string[] } = {
    '': [club, 'users'],
    [`${club}/`]: ['public', 'members'],
    [`${club}/public/`]: publicFolders,
  };
  const paths = (known[folder] ?? []).map((name) => `${folder}${name}/`);
  const empty = paths
    .filter((path) => !found.some((one) => one.path === path))
    .map((path) => ({ path, label: '', files: 0, sizeBytes: 0 }));
  const named = [...found, ...empty].map((one) => ({ ...one, label: nameOf(one) }));
  return named.toSorted((a, b) => compareNames(a.label, b.label));
}

/** Whether a file is public. */
export function isPublic(path: string): boolean {
  return /^\w+\/public\//.test(path);
}

/** The file types allowed in a folder; undefined where users cannot upload. */
export function takes(folder: string): { kind: 'pictures' | 'files'; largestBytes: number } | undefined {
  if (/^\w+\/public\/(?:courses|events|news|pages|facilities)\//.test(folder)) return { kind: 'files', largestBytes: largestBytes.public };
  if (/^\w+\/members\/[^/]+\//.test(folder)) return { kind: 'files', largestBytes: largestBytes.members };
  return undefined;
}

function nameOf({ path, label }: Pick<Folder, 'path' | 'label'>): string {
  const name = path.split('/').at(-2) ?? '';
  return label !== '' && label !== name ? label : labelOf(name);
}
