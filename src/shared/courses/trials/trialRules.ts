import { courseSets, type CourseStatus } from '../courseStates.ts';
import { takesSignUps, type CourseKind } from '../courseWords.ts';

/** The states of a trial visit; whether somebody came is told by the marks of the date. */
export const trialStates = ['booked', 'cancelled'] as const;

/** How a trial visit ends up, as people see it. */
export const trialOutcomes = ['booked', 'came', 'missed', 'cancelled'] as const;
export type TrialOutcome = (typeof trialOutcomes)[number];

/** So often an offer lets somebody try it at most. */
export const trialsAtMost = 3;

/** So many dates are offered at a time. */
export const trialDatesShown = 4;

/** So many guests come to one date at most, however large the hall is. */
export const guestsPerDate = 5;

/** Whether an offer of this kind can be tried. */
export function isTriable(kind: CourseKind): boolean {
  return kind === 'permanent' || kind === 'course';
}

/** What of an offer decides whether it can be tried. */
type Triable = { kind: CourseKind; trialSessions: number; status: CourseStatus; registration: string };

/** Whether somebody may try an offer before signing up: then it runs, and its club wants it so. */
export function isOpenToTry({ kind, trialSessions, status, registration }: Triable): boolean {
  return isTriable(kind) && trialSessions > 0 && courseSets.open.includes(status) && takesSignUps(registration);
}

/** How many more guests a date takes: as many as seats are free or left by people who stay away, and never more than a trainer can look after. */
export function trialRoom(freeSeats: number | null, guests: number, away = 0): number {
  return Math.max(0, Math.min((freeSeats ?? guestsPerDate) + away, guestsPerDate) - guests);
}
