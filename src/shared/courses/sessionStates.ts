/** The states of one date of a course. */
export const sessionStates = ['planned', 'moved', 'cancelled', 'held'] as const;
export type SessionState = (typeof sessionStates)[number];

/** Sets of states that decide about something. */
export const sessionSets: { readonly [set in 'coming' | 'changed']: readonly SessionState[] } = {
  /** Takes place, as far as anybody knows. */
  coming: ['planned', 'moved'],
  /** Is not as it was announced. */
  changed: ['cancelled', 'moved'],
};

/** How somebody was there. */
export const attendanceStates = ['present', 'absent', 'excused', 'trial'] as const;
export type AttendanceState = (typeof attendanceStates)[number];

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

/** So many seconds a call-off can be taken back before anybody is told; the notice with „Rückgängig“ is gone before. */
export const undoSeconds = 15;
