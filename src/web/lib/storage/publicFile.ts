import { boot } from '../boot.ts';
import { objectUrl } from './storagePath.ts';

/** The URL of a public file, as stored. */
export function publicFileUrl(path: string): string {
  return `${objectUrl({ bucket: boot.storageBucket, path })}?alt=media`;
}
