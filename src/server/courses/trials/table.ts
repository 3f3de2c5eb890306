import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { trialStates } from '#shared/courses/trials/trialRules.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { person } from '#server/people/persons/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';
import { linkHashesColumn } from '#server/platform/secretLinks.ts';
import { course, courseSession } from '../offers/table.ts';

/** A guest's trial visit to one session. Whether they came is in the attendance of the session. */
export const trialVisit = pgTable(
  'trial_visit',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    /** Hashes of the links that open /trials/{token} without an account. */
    linkHashes: linkHashesColumn(),
    courseId: uuid('course_id')
      .notNull()
      .references(() => course.id, { onDelete: 'cascade' }),
    /** Null once the session no longer exists. */
    sessionId: uuid('session_id').references(() => courseSession.id, { onDelete: 'set null' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    bookedBy: uuid('booked_by').references(() => appUser.id, { onDelete: 'set null' }),
    bookedAt: instant('booked_at').notNull(),
    contactEmail: text('contact_email'),
    guardianFirstname: text('guardian_firstname').notNull().default(''),
    guardianLastname: text('guardian_lastname').notNull().default(''),
    state: text({ enum: trialStates }).notNull(),
    cancelledAt: instant('cancelled_at'),
    /** What the guest was last notified of: start and end of the session, and whether it is cancelled. */
    toldStartsAt: instant('told_starts_at').notNull(),
    toldEndsAt: instant('told_ends_at').notNull(),
    isToldOff: boolean('told_off').notNull().default(false),
    /** When the guest was asked whether they want to enrol. */
    thankedAt: instant('thanked_at'),
  },
  (table) => [
    check('trial_visit_state', sql`${table.state} in ${oneOf(trialStates)}`),
    check('trial_visit_cancelled', sql`(${table.state} = 'cancelled') = (${table.cancelledAt} is not null)`),
    uniqueIndex('trial_visit_once')
      .on(table.sessionId, table.personId)
      .where(sql`${table.state} = 'booked'`),
    index('trial_visit_links').using('gin', table.linkHashes),
    index('trial_visit_course').on(table.courseId, table.personId),
    index('trial_visit_person').on(table.personId),
    index('trial_visit_coming')
      .on(table.toldStartsAt)
      .where(sql`${table.state} = 'booked'`),
    keyIndex('trial_visit_booked_by', table.bookedBy),
    keyIndex('trial_visit_session', table.sessionId),
  ],
);
