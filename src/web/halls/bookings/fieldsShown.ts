import { CallError } from '#web/lib/call/call.ts';

/** The fields that show errors. Conflicting bookings belong to none: `FormProblem` lists them. */
export function fieldsShown(error: unknown, fields: readonly string[]): readonly string[] {
  return error instanceof CallError && error.code === 'occupied' ? [] : fields;
}
