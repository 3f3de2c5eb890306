/** The states of one date of a course. */
export const sessionStates = ['planned', 'moved', 'cancelled', 'held'] as const;
export type SessionState = (typeof sessionStates)[number];

/** The German words for the states of a date. */
export const sessionStateNames: { readonly [state in SessionState]: string } = {
  planned: 'geplant',
  moved: 'verlegt',
  cancelled: 'fällt aus',
  held: 'abgeschlossen',
};

/** Sets of states that decide about something. */
export const sessionSets: { readonly [set in 'coming' | 'changed']: readonly SessionState[] } = {
  /** Is expected to take place. */
  coming: ['planned', 'moved'],
  /** Differs from what was announced. */
  changed: ['cancelled', 'moved'],
};

/** The attendance marks. */
export const attendanceStates = ['present', 'absent', 'excused', 'trial'] as const;
export type AttendanceState = (typeof attendanceStates)[number];

/** The German words for the attendance marks. */
export const attendanceStateNames: { readonly [state in AttendanceState]: string } = {
  present: 'anwesend',
  absent: 'fehlt',
  excused: 'entschuldigt',
  trial: 'Probestunde',
};

/** Sets of marks that decide about something. */
export const attendanceSets: { readonly [set in 'there' | 'missing' | 'chosen']: readonly AttendanceState[] } = {
  there: ['present', 'trial'],
  missing: ['absent', 'excused'],
  /** What trainers choose among; a trial guest is taken in beside. */
  chosen: ['present', 'absent', 'excused'],
};

/** How many seconds a cancellation can be undone before anybody is notified; the notice with „Rückgängig“ is gone before. */
export const undoSeconds = 15;
