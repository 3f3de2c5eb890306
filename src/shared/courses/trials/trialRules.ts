import { courseSets, type CourseStatus } from '../courseStates.ts';
import { takesSignUps, type CourseKind } from '../courseWords.ts';

/** The states of a trial visit; attendance follows from the marks of the session. */
export const trialStates = ['booked', 'cancelled'] as const;

/** The outcomes of a trial visit, as people see them. */
export const trialOutcomes = ['booked', 'came', 'missed', 'cancelled'] as const;
export type TrialOutcome = (typeof trialOutcomes)[number];

/** The highest number of trials that an offer may allow a person. */
export const trialsAtMost = 3;

/** How many sessions are offered at a time. */
export const trialDatesShown = 4;

/** How many guests one session takes at most, however large the hall is. */
export const guestsPerDate = 5;

/** Whether an offer of this kind can be tried. */
export function isTriable(kind: CourseKind): boolean {
  return kind === 'permanent' || kind === 'course';
}

/** The facts of an offer that decide whether it can be tried. */
type Triable = { kind: CourseKind; trialSessions: number; status: CourseStatus; registration: string };

/** Whether an offer can be tried before enrolling: it runs, and its club allows it. */
export function isOpenToTry({ kind, trialSessions, status, registration }: Triable): boolean {
  return isTriable(kind) && trialSessions > 0 && courseSets.open.includes(status) && takesSignUps(registration);
}

/** How many more guests a session takes: the free seats and those of excused people, and never more than a trainer can look after. */
export function trialRoom(freeSeats: number | null, guests: number, away = 0): number {
  return Math.max(0, Math.min((freeSeats ?? guestsPerDate) + away, guestsPerDate) - guests);
}
