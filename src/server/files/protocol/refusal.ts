import type { StorageReason } from '#shared/kernel/storage.ts';
import { problemOf } from '#server/platform/http/problem.ts';
import { isDiskFull } from '#server/platform/process/systemError.ts';

const statusWords: { readonly [status: number]: string } = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  402: 'RESOURCE_EXHAUSTED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  412: 'FAILED_PRECONDITION',
  413: 'OUT_OF_RANGE',
  416: 'OUT_OF_RANGE',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
  507: 'RESOURCE_EXHAUSTED',
};

/** An error of the storage protocol; clients map it to the codes of section 8 of the specification. */
export class StorageRefusal extends Error {
  override readonly name = 'StorageRefusal';
  readonly status: number;
  /** The reason as an extension; the protocol itself defines only the status. */
  readonly reason: StorageReason | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    message: string,
    more: { reason?: StorageReason; retryAfterSeconds?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.status = status;
    this.reason = more.reason;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  /** The response body. */
  toBody(): object {
    const { status, message, reason } = this;
    return { error: { code: status, message, status: statusWords[status] ?? 'INTERNAL', ...(reason && { reason }) } };
  }
}

/** Public clients distinguish an invalid App Check token from an invalid sign-in by this text. */
export const appCheckText = 'Firebase App Check token is invalid';

export const permissionDenied = () => new StorageRefusal(403, 'Permission denied. Could not perform this operation');
export const unauthenticated = () => new StorageRefusal(401, 'User is unauthenticated. Authenticate and try again.');
export const notFound = () => new StorageRefusal(404, 'Not Found.');
export const busy = () => new StorageRefusal(503, 'Another request is writing to this upload.', { retryAfterSeconds: 1 });

/**
 * Converts any error; a full disk is 507, since the same request may succeed later. Unexpected errors become 500 and
 * keep the cause for the log.
 */
export function refusalOf(error: unknown): StorageRefusal {
  if (error instanceof StorageRefusal) return error;
  if (isDiskFull(error)) {
    return new StorageRefusal(507, 'The storage of the server is full.', { reason: 'disk-full', retryAfterSeconds: 30, cause: error });
  }
  const { status, code, retryAfterSeconds, cause } = problemOf(error);
  return new StorageRefusal(status, code, { retryAfterSeconds, cause: cause ?? error });
}
