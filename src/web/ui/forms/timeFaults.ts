import type { FormErrors } from '@mantine/form';
import { localTime } from '#shared/kernel/fields.ts';

/** What is wrong with typed times, for the `check` of a form that sends them as instants. */
export function timeFaults(times: { readonly [field: string]: string }): FormErrors {
  const faults = Object.entries(times).map(([field, time]) => [field, localTime.safeParse(time).error?.issues[0]?.message] as const);
  // A right time has no entry: an empty one would take the place of another fault of its field.
  return Object.fromEntries(faults.filter(([, message]) => message !== undefined));
}
