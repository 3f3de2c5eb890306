import type { Scope } from './queries.ts';

/** The scopes of an action on a series, worded as in common calendars. */
export const scopes = [
  { value: 'one', label: 'Nur dieser Termin', question: 'Diesen Termin' },
  { value: 'following', label: 'Ab diesem Termin', question: 'Diesen und alle späteren Termine' },
  { value: 'all', label: 'Alle kommenden Termine', question: 'Alle kommenden Termine' },
] as const satisfies readonly { value: Scope; label: string; question: string }[];
