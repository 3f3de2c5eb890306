import type { ClubName } from './clubs.ts';

/** The reasons of rejected uploads, in addition to the protocol's status. The browser has the German texts. */
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

/** The folders of a club with public images. */
export const publicFolders = ['courses', 'events', 'news', 'pages', 'facilities'] as const;

export type PublicFolder = (typeof publicFolders)[number];

/** The widths in px of the scaled variants of an image; images are never upscaled. */
export const pictureWidths = [320, 960, 1920] as const;

export type PictureWidth = (typeof pictureWidths)[number];

/** The file name of a path. */
export function nameInPath(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The storage path of a public file of a club. */
export function publicPath(club: ClubName, folder: PublicFolder, name: string): string {
  return `${club}/public/${folder}/${name}`;
}

/** The storage path of a mail attachment. */
export function mailFilePath(club: ClubName, id: string, name: string): string {
  return `${club}/mails/${id}/${name}`;
}

/** The storage folder of a member's documents. */
export function memberFolder(club: ClubName, memberId: string): string {
  return `${club}/members/${memberId}/`;
}

/** The storage folder of the scanned paper of a mandate. */
export function mandateFolder(club: ClubName, mandateId: string): string {
  return `${club}/mandates/${mandateId}/`;
}

/** The storage folder of the vouchers of an expense. */
export function expenseFolder(club: ClubName, expenseId: string): string {
  return `${club}/expenses/${expenseId}/`;
}

/** The storage folder of a user's vouchers until they belong to an expense. */
export function ownVoucherFolder(userId: string): string {
  return `users/${userId}/vouchers/`;
}

/** The storage path of a user's profile picture. */
export function userPicturePath(userId: string): string {
  return `users/${userId}/picture`;
}

/** The URL of an image variant; with its generation it is immutable and can be cached without limit. */
export function pictureUrl(path: string, width: PictureWidth, generation?: string): string {
  return `/media/${width}/${path.split('/').map(encodeURIComponent).join('/')}${generation ? `?v=${generation}` : ''}`;
}

/** The accepted image types; others (SVG, HEIC, TIFF) are rejected. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;

/** The maximum file size of each area, in bytes. */
export const largestBytes = {
  public: 25 * 1024 * 1024,
  members: 128 * 1024 * 1024,
  mails: 10 * 1024 * 1024,
  users: 128 * 1024 * 1024,
  vouchers: 25 * 1024 * 1024,
} as const;

/** Whether a path is that of a public file of the club. */
export function isPublicPathOf(club: ClubName, path: string): boolean {
  const parts = path.split('/');
  const isPlain = !parts.some((part) => part === '' || part === '.' || part === '..') && !/[\p{Cc}\\]/u.test(path);
  return isPlain && parts.length > 3 && publicFolders.some((folder) => path.startsWith(publicPath(club, folder, '')));
}

/** The club whose stored file a local URL refers to; undefined if it refers to none. */
export function clubOfAddress(address: string): string | undefined {
  let plain = address;
  try {
    plain = decodeURIComponent(address);
  } catch {
    // Malformed escapes match no file; the undecoded path is checked.
  }
  return /(?:^|\/)(\w+)\/(?:public|members|mails)\//.exec(plain)?.[1]?.toUpperCase();
}
