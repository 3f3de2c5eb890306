import type { FieldProblem, ProblemBody, ProblemCode } from '#shared/kernel/problems.ts';

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

/** Nothing came back at all. */
export function noLine(): CallError {
  return new CallError('network-request-failed', 'Keine Verbindung. Bitte prüfen Sie das Netz und versuchen Sie es noch einmal.', 0);
}
