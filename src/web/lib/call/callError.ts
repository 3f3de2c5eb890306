import type { FieldProblem, ProblemBody, ProblemCode } from '#shared/kernel/problems.ts';
import { noteLostLine } from './line.ts';

/** A refusal of the server, or a line that did not hold. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: ProblemCode | 'network-request-failed';
  readonly status: number;
  readonly fields: FieldProblem[];

  constructor(code: CallError['code'], title: string, status: number, fields: FieldProblem[] = []) {
    super(title);
    this.code = code;
    this.status = status;
    this.fields = fields;
  }
}

/** Section 9 of the specification: reading requests are tried once more on these statuses, writing ones never. */
export const retryStatuses: readonly number[] = [408, 409, 425, 429, 500, 502, 503, 504];

/** What the server answered instead of what was asked for; every refusal of ours tells its code. */
export function refusalOf(body: unknown, status: number): CallError {
  const problem = body as Partial<ProblemBody> | null | undefined;
  if (typeof problem?.code === 'string') return new CallError(problem.code, problem.title ?? '', problem.status ?? status, problem.fields);
  return new CallError('internal-error', 'Die Antwort des Servers war nicht zu lesen.', status);
}

/** What is said when nothing came back at all. */
export const noLineWords = 'Keine Verbindung. Bitte prüfen Sie das Netz und versuchen Sie es noch einmal.';

/** Nothing came back at all: the frame says so until the server answers again. */
export function noLine(): CallError {
  noteLostLine();
  return new CallError('network-request-failed', noLineWords, 0);
}
