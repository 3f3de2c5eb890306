/** Every code of section 8 of the specification. */
export const storageCodes = [
  'unknown',
  'object-not-found',
  'bucket-not-found',
  'project-not-found',
  'quota-exceeded',
  'unauthenticated',
  'unauthorized',
  'unauthorized-app',
  'retry-limit-exceeded',
  'invalid-checksum',
  'canceled',
  'invalid-event-name',
  'invalid-url',
  'invalid-default-bucket',
  'no-default-bucket',
  'cannot-slice-blob',
  'server-file-wrong-size',
  'no-download-url',
  'invalid-argument',
  'invalid-argument-count',
  'app-deleted',
  'invalid-root-operation',
  'invalid-format',
  'internal-error',
  'unsupported-environment',
] as const;

export type StorageCode = (typeof storageCodes)[number];

/** A storage failure with its code; `reason` is the server's detail, if given. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageCode;
  readonly status: number;
  readonly reason: string | undefined;

  constructor(code: StorageCode, more: { status?: number; reason?: string | undefined; cause?: unknown } = {}) {
    super(code, { cause: more.cause });
    this.code = code;
    this.status = more.status ?? 0;
    this.reason = more.reason;
  }
}

/** Converts any error to a StorageError. */
export function toStorageError(error: unknown): StorageError {
  return error instanceof StorageError ? error : new StorageError('internal-error', { cause: error });
}

/** The error for a response (specification section 8). `isObject`: the request read or changed one object. */
export function errorOfAnswer(status: number, text: string, isObject: boolean): StorageError {
  const { message = '', reason } = bodyOf(text);
  const more = { status, reason };
  if (status === 401) return new StorageError(/App Check token is invalid/.test(message) ? 'unauthorized-app' : 'unauthenticated', more);
  if (status === 402) return new StorageError('quota-exceeded', more);
  if (status === 403) return new StorageError('unauthorized', more);
  if (status === 404 && reason === 'bucket') return new StorageError('bucket-not-found', more);
  if (status === 404 && reason === 'project') return new StorageError('project-not-found', more);
  if (status === 404 && isObject) return new StorageError('object-not-found', more);
  if (reason === 'checksum') return new StorageError('invalid-checksum', more);
  return new StorageError('unknown', more);
}

/** Whether a retry may succeed: 408, 429 and every 5xx. */
export function isRetryable(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status < 600);
}

function bodyOf(text: string): { message?: string | undefined; reason?: string | undefined } {
  try {
    const body: unknown = JSON.parse(text);
    const error =
      typeof body === 'object' && body !== null && 'error' in body
        ? new Map<string, unknown>(Object.entries(Object(body.error)))
        : undefined;
    const textOf = (field: string) => (typeof error?.get(field) === 'string' ? String(error.get(field)) : undefined);
    return { message: textOf('message'), reason: textOf('reason') };
  } catch {
    return { message: text };
  }
}
