/** The states of an enrolment: database, shapes, rules and pages read them here. */
export const enrolmentStates = [
  'unverified',
  'pending',
  'waitlisted',
  'offered',
  'confirmed',
  'cancelled',
  'declined',
  'expired',
  'rejected',
  'annulled',
  'completed',
  'no_show',
] as const;
export type EnrolmentState = (typeof enrolmentStates)[number];

/** The German words for the states of an enrolment. */
export const enrolmentStateNames: { readonly [state in EnrolmentState]: string } = {
  unverified: 'E-Mail unbestätigt',
  pending: 'wartet auf Zusage',
  waitlisted: 'Warteliste',
  offered: 'Platz angeboten',
  confirmed: 'angemeldet',
  cancelled: 'abgesagt',
  declined: 'Angebot abgelehnt',
  expired: 'Frist abgelaufen',
  rejected: 'nicht angenommen',
  annulled: 'Kurs abgesagt',
  completed: 'teilgenommen',
  no_show: 'nicht erschienen',
};

const states = (...of: EnrolmentState[]): readonly EnrolmentState[] => of;

/** Sets of states that decide about something. */
export const enrolmentSets = {
  /** On the way in or in: one person has one such enrolment per course. */
  active: states('unverified', 'pending', 'waitlisted', 'offered', 'confirmed'),
  /** On the way in, and nothing is decided yet. */
  undecided: states('unverified', 'pending', 'waitlisted', 'offered'),
  /** Wait for an answer of the family. */
  answerable: states('unverified', 'offered'),
  /** The address is proved, and no offer is open: confirming it again changes nothing. */
  verified: states('confirmed', 'pending', 'waitlisted'),
  /** The link in the mail may not have been used yet. */
  unproved: states('unverified', 'expired'),
  /** Hold a seat without a time limit. */
  holding: states('confirmed', 'offered', 'pending'),
  /** Hold a seat, an unverified one while its time lasts. */
  occupying: states('confirmed', 'offered', 'pending', 'unverified'),
  /** Given back by their owner; for a moment that can be undone. */
  left: states('cancelled', 'declined'),
  /** Wait for a seat, with an offer or without. */
  queued: states('waitlisted', 'offered'),
  /** Can be brought into another course by the board. */
  movable: states('confirmed', 'waitlisted'),
  /** Left, or lost with the course: no price is owed. */
  calledOff: states('cancelled', 'annulled'),
  /** Have a confirmed seat, or had one to the end of the course, present or not. */
  seated: states('confirmed', 'completed', 'no_show'),
  /** Take part or took part. */
  attending: states('confirmed', 'completed'),
  /** Are written to as participants of a course, with those who wait. */
  addressed: states('confirmed', 'completed', 'waitlisted', 'offered', 'pending'),
  /** Never had a seat, or the address was never confirmed. */
  unseated: states('unverified', 'waitlisted', 'declined', 'expired', 'rejected'),
  /** Can owe something: a price, or the fee of a cancellation. */
  billable: states('confirmed', 'completed', 'no_show', 'cancelled', 'annulled'),
  /** Ended, and the price is no longer owed: at most a fee remains. */
  ended: states('cancelled', 'declined', 'expired', 'rejected', 'annulled'),
};

const moves: { readonly [from in EnrolmentState]: readonly EnrolmentState[] } = {
  unverified: ['confirmed', 'pending', 'waitlisted', 'expired', 'cancelled', 'annulled'],
  pending: ['confirmed', 'waitlisted', 'rejected', 'cancelled', 'annulled'],
  waitlisted: ['offered', 'confirmed', 'cancelled', 'rejected', 'annulled'],
  offered: ['confirmed', 'declined', 'expired', 'cancelled', 'annulled'],
  confirmed: ['cancelled', 'completed', 'no_show', 'annulled'],
  cancelled: [],
  declined: [],
  expired: [],
  rejected: [],
  annulled: [],
  completed: [],
  no_show: [],
};

/** Whether an enrolment may go from one state to another at all. */
export function mayChange(from: EnrolmentState, to: EnrolmentState): boolean {
  return moves[from].includes(to);
}
