import type { CoursePayments } from '#shared/courses/participants/payments.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** The port of courses to money, passed in by a higher wing (endpoints.ts). */
export type CourseMoney = {
  /** The number of charges of a course that are not cancelled (`live`), of drafts or charges in collection, and of refunds. */
  chargesOf: (tx: Transaction, courseId: string) => Promise<{ live: number; drafts: number; refunds: number }>;
  /** Cancels unpaid charges of a course. Returns the number. */
  cancelOpen: (tx: Transaction, courseId: string, reason: string) => Promise<number>;
  /** Cancels unpaid charges of one enrolment. Returns the number. */
  cancelOpenFor: (tx: Transaction, enrolmentId: string, reason: string) => Promise<number>;
  /** The number of held sessions that are on no hour sheet yet. */
  unclaimedDates: (tx: Transaction, courseId: string) => Promise<number>;
  /** Who has paid for a course, and who has not: everybody with a charge. */
  paymentsOf: (tx: Transaction, courseId: string) => Promise<CoursePayments>;
  /** Whether the price of an enrolment is charged. */
  isCharged: (tx: Transaction, enrolmentId: string) => Promise<boolean>;
};
