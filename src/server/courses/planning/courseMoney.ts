import type { Transaction } from '#server/platform/database/database.ts';

/** The port of courses to money. It comes from a higher floor (endpoints.ts). */
export type CourseMoney = {
  /** How many charges of a course are not cancelled: prices, drafts or in collection among them, and refunds. */
  chargesOf: (tx: Transaction, courseId: string) => Promise<{ live: number; drafts: number; refunds: number }>;
  /** Cancels the prices that are not paid. Gives how many. */
  cancelOpen: (tx: Transaction, courseId: string, reason: string) => Promise<number>;
  /** Cancels what is asked for one enrolment and not paid. Gives how many. */
  cancelOpenFor: (tx: Transaction, enrolmentId: string, reason: string) => Promise<number>;
  /** How many held dates stand on no hour sheet yet. */
  unclaimedDates: (tx: Transaction, courseId: string) => Promise<number>;
  /** Whether the price of an enrolment is charged. */
  isCharged: (tx: Transaction, enrolmentId: string) => Promise<boolean>;
};
