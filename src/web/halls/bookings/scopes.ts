import type { Scope } from './queries.ts';

/** Which dates of a series an action concerns, in the words of the calendar that everybody knows. */
export const scopes = [
  { value: 'one', label: 'Nur dieser Termin', question: 'Diesen Termin' },
  { value: 'following', label: 'Ab diesem Termin', question: 'Diesen und alle späteren Termine' },
  { value: 'all', label: 'Alle kommenden Termine', question: 'Alle kommenden Termine' },
] as const satisfies readonly { value: Scope; label: string; question: string }[];
