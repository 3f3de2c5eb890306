import type { ClubName } from './clubs.ts';

/** Why the storage refused a file, beside the status of its protocol. The browser owns the German words. */
export const storageReasons = [
  'too-large',
  'type-not-allowed',
  'broken-picture',
  'too-many-pixels',
  'checksum',
  'quota',
  'disk-full',
  'too-many-uploads',
  'bucket',
] as const;

export type StorageReason = (typeof storageReasons)[number];

/** The parts of a club that have public pictures. */
export const publicFolders = ['courses', 'events', 'news', 'pages', 'facilities'] as const;

export type PublicFolder = (typeof publicFolders)[number];

/** The widths in px that the server makes of a picture; a smaller one is never blown up. */
export const pictureWidths = [320, 960, 1920] as const;

export type PictureWidth = (typeof pictureWidths)[number];

/** The name of a file without the folders before it. */
export function nameInPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Where a club's public file lies. */
export function publicPath(club: ClubName, folder: PublicFolder, name: string): string {
  return `${club}/public/${folder}/${name}`;
}

/** Where a file that goes along with a mail lies. */
export function mailFilePath(club: ClubName, id: string, name: string): string {
  return `${club}/mails/${id}/${name}`;
}

/** The folder with the papers of a member. */
export function memberFolder(club: ClubName, memberId: string): string {
  return `${club}/members/${memberId}/`;
}

/** Where a user's own picture lies. */
export function userPicturePath(userId: string): string {
  return `users/${userId}/picture`;
}

/** The address of a stored picture in one of its sizes; with its generation a browser may keep it forever. */
export function pictureUrl(path: string, width: PictureWidth, generation?: string): string {
  return `/media/${width}/${path.split('/').map(encodeURIComponent).join('/')}${generation ? `?v=${generation}` : ''}`;
}

/** What a picture file may be; other pictures (SVG, HEIC, TIFF) are refused. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;

/** The largest file of each area, in bytes. */
export const largestBytes = {
  public: 25 * 1024 * 1024,
  members: 128 * 1024 * 1024,
  mails: 10 * 1024 * 1024,
  users: 128 * 1024 * 1024,
} as const;

/** Whether a path is that of a public file of a club. */
export function isPublicPathOf(club: ClubName, path: string): boolean {
  const parts = path.split('/');
  const isPlain = !parts.some((part) => part === '' || part === '.' || part === '..') && !/[\p{Cc}\\]/u.test(path);
  return isPlain && parts.length > 3 && publicFolders.some((folder) => path.startsWith(publicPath(club, folder, '')));
}

/** The club whose stored file an own address of this site shows; undefined where it shows none. */
export function clubOfAddress(address: string): string | undefined {
  let plain = address;
  try {
    plain = decodeURIComponent(address);
  } catch {
    // Broken escapes open no file; what is readable counts.
  }
  return /(?:^|\/)(\w+)\/(?:public|members|mails)\//.exec(plain)?.[1]?.toUpperCase();
}
