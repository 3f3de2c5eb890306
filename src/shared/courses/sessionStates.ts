/** The states of a session of a course. */
export const sessionStates = ['planned', 'moved', 'cancelled', 'held'] as const;
export type SessionState = (typeof sessionStates)[number];

/** The German names of the states of a session. */
export const sessionStateNames: { readonly [state in SessionState]: string } = {
  planned: 'geplant',
  moved: 'verlegt',
  cancelled: 'fällt aus',
  held: 'abgeschlossen',
};

/** Sets of session states that rules refer to. */
export const sessionSets: { readonly [set in 'coming' | 'changed']: readonly SessionState[] } = {
  /** Expected to take place. */
  coming: ['planned', 'moved'],
  /** Different from the announcement. */
  changed: ['cancelled', 'moved'],
};

/** The attendance marks. */
export const attendanceStates = ['present', 'absent', 'excused', 'trial'] as const;
export type AttendanceState = (typeof attendanceStates)[number];

/** The German names of the attendance marks. */
export const attendanceStateNames: { readonly [state in AttendanceState]: string } = {
  present: 'anwesend',
  absent: 'fehlt',
  excused: 'entschuldigt',
  trial: 'Probestunde',
};

/** Sets of attendance marks that rules refer to. */
export const attendanceSets: { readonly [set in 'there' | 'missing' | 'chosen']: readonly AttendanceState[] } = {
  there: ['present', 'trial'],
  missing: ['absent', 'excused'],
  /** The marks that trainers can choose; trial guests are added separately. */
  chosen: ['present', 'absent', 'excused'],
};

/** The seconds within which a cancellation can be undone before anybody is notified; the notification with „Rückgängig“ closes earlier. */
export const undoSeconds = 15;
