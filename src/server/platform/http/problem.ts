import { problems, type FieldProblem, type ProblemBody, type ProblemCode, type Save } from '#shared/kernel/problems.ts';
import { brokenConstraint, sqlState } from '../database/database.ts';

/** An expected failure of a request: throw it anywhere, and the response is its problem document. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly fields: FieldProblem[] | undefined;
  /** Whole seconds after which the same request may succeed. */
  readonly retryAfterSeconds: number | undefined;
  /** Who else saved the record last, of a conflict. */
  saved: Save | undefined;

  constructor(code: ProblemCode, more: { fields?: FieldProblem[]; retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(code, { cause: more.cause });
    this.code = code;
    this.status = problems[code].status;
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  /** The problem document as sent to the client. */
  toBody(requestId: string): ProblemBody {
    const { title, status } = problems[this.code];
    return {
      type: `urn:problem:${this.code}`,
      status,
      code: this.code,
      title: this.code === 'internal-error' ? `${title} Nummer für die Hilfe: ${requestId.slice(0, 8)}.` : title,
      requestId,
      ...(this.fields && { fields: this.fields }),
      ...(this.saved && { saved: this.saved }),
    };
  }
}

/** A problem about one field. */
export function fieldProblem(path: string, message: string): Problem {
  return new Problem('invalid-input', { fields: [{ path, message }] });
}

/** Converts any error to a problem; an unexpected one becomes `internal-error` and keeps its cause for the log. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const state = sqlState(error);
  if (state !== undefined) return problemOfSqlState(state, error);
  if (isFastifyError(error)) return problemOfStatus(error);
  if (lostDatabase(error)) return unavailable(error);
  return new Problem('internal-error', { cause: error });
}

/** The database is temporarily unavailable: the client should try again in a moment. */
export function unavailable(cause?: unknown): Problem {
  return new Problem('unavailable', { retryAfterSeconds: 2, cause });
}

function problemOfSqlState(state: string, cause: unknown): Problem {
  // A trigger of the books (money/books) protects closed periods.
  if (state === '23514' && brokenConstraint(cause) === 'closed_period') return new Problem('period-closed', { cause });
  if (['23505', '23P01', '23503', '40001', '40P01', '55P03'].includes(state)) return new Problem('conflict', { cause });
  // Statement timed out, read-only (a standby before its promotion), too many connections, shutting down, starting up, disk full, connection lost.
  if (state === '57014' || state === '25006' || state.startsWith('57P') || state.startsWith('53') || state.startsWith('08'))
    return unavailable(cause);
  return new Problem('internal-error', { cause });
}

type FastifyFailure = Error & { statusCode: number; code: string };

function isFastifyError(error: unknown): error is FastifyFailure {
  return (
    error instanceof Error &&
    'statusCode' in error &&
    typeof error.statusCode === 'number' &&
    error.statusCode >= 400 &&
    error.statusCode < 500
  );
}

const codeOfStatus: { [status: number]: ProblemCode } = {
  404: 'not-found',
  405: 'method-not-allowed',
  408: 'request-timeout',
  413: 'payload-too-large',
  415: 'unsupported-media-type',
  429: 'too-many-requests',
};

function problemOfStatus(error: FastifyFailure): Problem {
  return new Problem(codeOfStatus[error.statusCode] ?? 'invalid-argument', { cause: error });
}

/** Besides the codes of lost connections: the server aborted the request because it waited too long for the database. */
const unavailableCodes = [
  'FST_ERR_HANDLER_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EACCES',
];

/** `pg` has no error codes for its own timeouts and lost connections, so their messages are matched. */
const connectionTexts =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|connection timeout|Client was closed/i;

function lostDatabase(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = 'code' in current ? String(current.code) : '';
    if (unavailableCodes.includes(code) || connectionTexts.test(current.message)) return true;
  }
  return false;
}
