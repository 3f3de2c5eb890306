/** The states of an enrolment, used by database, shapes, rules and pages. */
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

/** The German names of the states. */
export const enrolmentStateNames: { readonly [state in EnrolmentState]: string } = {
  unverified: 'E-Mail unbestätigt',
  pending: 'wartet auf Zusage',
  waitlisted: 'Warteliste',
  offered: 'Platz angeboten',
  confirmed: 'angemeldet',
  cancelled: 'abgesagt',
  declined: 'Platz abgelehnt',
  expired: 'Frist abgelaufen',
  rejected: 'nicht angenommen',
  annulled: 'Kurs abgesagt',
  completed: 'teilgenommen',
  no_show: 'nicht erschienen',
};

const states = (...of: EnrolmentState[]): readonly EnrolmentState[] => of;

/** Sets of enrolment states that rules refer to. */
export const enrolmentSets = {
  /** Pending or placed: a person can have only one such enrolment per course. */
  active: states('unverified', 'pending', 'waitlisted', 'offered', 'confirmed'),
  /** Not decided yet. */
  undecided: states('unverified', 'pending', 'waitlisted', 'offered'),
  /** Require an answer of the family. */
  answerable: states('unverified', 'offered'),
  /** The address is verified and no offer is open: confirming it again has no effect. */
  verified: states('confirmed', 'pending', 'waitlisted'),
  /** The link in the mail may not have been used yet. */
  unproved: states('unverified', 'expired'),
  /** Occupy a place without a time limit. */
  holding: states('confirmed', 'offered', 'pending'),
  /** Occupy a place; an unverified one until it expires. */
  occupying: states('confirmed', 'offered', 'pending', 'unverified'),
  /** Given up by the participant; can be undone for a short time. */
  left: states('cancelled', 'declined'),
  /** Wait for a place, with or without an offer. */
  queued: states('waitlisted', 'offered'),
  /** Can be moved to another course by the board. */
  movable: states('confirmed', 'waitlisted'),
  /** Cancelled, or ended with the course: no price is charged. */
  calledOff: states('cancelled', 'annulled'),
  /** Have a confirmed place, or had one until the end of the course, present or not. */
  seated: states('confirmed', 'completed', 'no_show'),
  /** Take part or took part. */
  attending: states('confirmed', 'completed'),
  /** Receive mails as participants of a course, including the waiting list. */
  addressed: states('confirmed', 'completed', 'waitlisted', 'offered', 'pending'),
  /** Never had a place, or never verified the address. */
  unseated: states('unverified', 'waitlisted', 'declined', 'expired', 'rejected'),
  /** Can have charges: a price or a cancellation fee. */
  billable: states('confirmed', 'completed', 'no_show', 'cancelled', 'annulled'),
  /** Ended, with no price charged: at most a fee remains. */
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

/** Whether a state transition is allowed. */
export function mayChange(from: EnrolmentState, to: EnrolmentState): boolean {
  return moves[from].includes(to);
}
