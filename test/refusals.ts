import { Problem } from '../src/server/platform/http/problem.ts';
import { StorageError } from '../src/web/lib/storage/storageError.ts';

/** The problem code that the work throws; "accepted" if it does not throw, "defect" for any other error. */
export function refusalCodeOf(work: () => unknown): string {
  try {
    work();
    return 'accepted';
  } catch (error) {
    return error instanceof Problem ? error.code : 'defect';
  }
}

/** The error code that the storage client throws; "none" if it does not throw. */
export function storageCodeOf(work: () => unknown): string {
  try {
    work();
    return 'none';
  } catch (error) {
    return error instanceof StorageError ? error.code : String(error);
  }
}
