import { Problem } from '../src/server/platform/http/problem.ts';
import { StorageError } from '../src/web/lib/storage/storageError.ts';

/** The code with which the server's code refuses; "accepted" where it does not, "defect" for any other failure. */
export function refusalCodeOf(work: () => unknown): string {
  try {
    work();
    return 'accepted';
  } catch (error) {
    return error instanceof Problem ? error.code : 'defect';
  }
}

/** The code with which the storage client refuses; "none" where it does not. */
export function storageCodeOf(work: () => unknown): string {
  try {
    work();
    return 'none';
  } catch (error) {
    return error instanceof StorageError ? error.code : String(error);
  }
}
