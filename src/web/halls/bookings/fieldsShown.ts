import { CallError } from '#web/lib/call/call.ts';

/** The fields at which a refusal stands. Of bookings in the way there are none: `FormProblem` lists them. */
export function fieldsShown(error: unknown, fields: readonly string[]): readonly string[] {
  return error instanceof CallError && error.code === 'occupied' ? [] : fields;
}
