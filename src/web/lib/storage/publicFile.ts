import { boot } from '../boot.ts';
import { objectUrl } from './storagePath.ts';

/** The address at which a browser opens a public file as it is stored. */
export function publicFileUrl(path: string): string {
  return `${objectUrl({ bucket: boot.storageBucket, path })}?alt=media`;
}
