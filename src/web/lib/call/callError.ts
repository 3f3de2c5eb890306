import type { FieldProblem, ProblemBody, ProblemCode, Save } from '#shared/kernel/problems.ts';
import { noteLostLine } from './line.ts';

/** A refusal by the server, or a network failure. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ProblemCode | 'network-request-failed';
  readonly status: number;
  readonly fields: FieldProblem[];
  /** Who else saved the record, of a conflict. */
  readonly saved: Save | undefined;

  constructor(code: CallError['code'], title: string, status: number, fields: FieldProblem[] = [], saved?: Save) {
    super(title);
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.saved = saved;
  }
}

/** Specification section 9: reads are retried once on these statuses, writes never. */
export const retryStatuses: readonly number[] = [408, 409, 425, 429, 500, 502, 503, 504];

/** Turns an error response into a CallError; all our refusals carry a code. */
export function refusalOf(body: unknown, status: number): CallError {
  const problem = body as Partial<ProblemBody> | null | undefined;
  if (typeof problem?.code === 'string')
    return new CallError(problem.code, problem.title ?? '', problem.status ?? status, problem.fields, problem.saved);
  if (status >= 500) return new CallError('unavailable', notReachedWords, status);
  return new CallError('internal-error', 'Die Antwort des Servers war nicht zu lesen.', status);
}

/** Shown when something in front of our server answered in its place. */
const notReachedWords = 'Der Dienst ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.';

/** Shown when there was no response at all. */
const noLineWords = 'Keine Verbindung. Bitte prüfen Sie das Netz und versuchen Sie es noch einmal.';

/** Shown in place of a page, or of a part of it, whose file did not come without a line. */
export const partIsLost = new CallError('network-request-failed', noLineWords, 0);

/** A network failure; the frame shows a bar until the server answers again. */
export function noLine(): CallError {
  noteLostLine();
  return new CallError('network-request-failed', noLineWords, 0);
}
