import { courseSets, type CourseStatus } from '../courseStates.ts';
import { takesSignUps, type CourseKind } from '../courseWords.ts';

/** The states of a trial visit; attendance is derived from the marks of the session. */
export const trialStates = ['booked', 'cancelled'] as const;

/** The outcomes of a trial visit as shown to users. */
export const trialOutcomes = ['booked', 'came', 'missed', 'cancelled'] as const;
export type TrialOutcome = (typeof trialOutcomes)[number];

/** The maximum number of trials per person that an offer can allow. */
export const trialsAtMost = 3;

/** The number of sessions offered at a time. */
export const trialDatesShown = 4;

/** The maximum number of trial guests per session. */
export const guestsPerDate = 5;

/** Whether offers of this kind can have trials. */
export function isTriable(kind: CourseKind): boolean {
  return kind === 'permanent' || kind === 'course';
}

/** The facts of an offer that determine whether it can be tried. */
type Triable = { kind: CourseKind; trialSessions: number; status: CourseStatus; registration: string };

/** Whether an offer can be tried before enrolling: it is open and its club allows trials. */
export function isOpenToTry({ kind, trialSessions, status, registration }: Triable): boolean {
  return isTriable(kind) && trialSessions > 0 && courseSets.open.includes(status) && takesSignUps(registration);
}

/**
 * The number of further guests that a session admits: free places plus those of absent participants, limited to what a
 * trainer can supervise.
 */
export function trialRoom(freeSeats: number | null, guests: number, away = 0): number {
  return Math.max(0, Math.min((freeSeats ?? guestsPerDate) + away, guestsPerDate) - guests);
}
