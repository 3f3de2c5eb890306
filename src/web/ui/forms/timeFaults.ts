import type { FormErrors } from '@mantine/form';
import { localTime } from '#shared/kernel/fields.ts';

/** Errors of typed times, for the `check` of a form that sends them as instants. */
export function timeFaults(times: { readonly [field: string]: string }): FormErrors {
  const faults = Object.entries(times).map(([field, time]) => [field, localTime.safeParse(time).error?.issues[0]?.message] as const);
  // Valid times get no entry: an undefined one would replace another error of the field.
  return Object.fromEntries(faults.filter(([, message]) => message !== undefined));
}
