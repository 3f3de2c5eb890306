/** A disk or a user quota is full. */
const fullCodes: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/** Whether an error means that there is no space left; the same operation succeeds once some is freed. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fullCodes.includes(String(error.code));
}

/** Whether an error is one of the operating system with this code, such as ENOENT. */
export function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
