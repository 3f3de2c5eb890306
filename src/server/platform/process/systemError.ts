/** A disk or the share of one user is full. */
const fullCodes: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Whether a failure means that there is no space left; with some freed, the same works again. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fullCodes.includes(String(error.code));
}

/** Whether a failure is one of the operating system with this code, such as ENOENT. */
export function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
