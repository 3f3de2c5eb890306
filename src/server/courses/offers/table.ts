import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  time,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sessionStates } from '#shared/courses/sessionStates.ts';
import { courseStatuses } from '#shared/courses/courseStates.ts';
import { requirableConsents } from '#shared/people/consents.ts';
import {
  ageReferences,
  cancelReasons,
  courseGenders,
  courseKinds,
  lateJoins,
  priceCategories,
  priceUnits,
  registrationKinds,
  taxSpheres,
  trainerRoles,
  visibilities,
  type CancelTier,
  type SkippedDate,
  noticeEnds,
  noticeUnits,
} from '#shared/courses/courseWords.ts';
import type { SessionPlace } from '#shared/courses/planning/sessionMoves.ts';
import type { ComingPrices } from '#shared/courses/priceChanges/priceChangeRules.ts';
import { trialsAtMost } from '#shared/courses/trials/trialRules.ts';
import { holidayModes } from '#shared/halls/holidays.ts';
import type { RichText } from '#shared/kernel/richText.ts';
import { booking, bookingSeries } from '#server/halls/bookings/table.ts';
import { clubColumn } from '#server/club/clubs/table.ts';
import { facility } from '#server/halls/facilities/table.ts';
import { department } from '#server/club/departments/table.ts';
import { person } from '#server/people/persons/table.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { keyIndex, instant, oneOf } from '#server/platform/database/columns.ts';

/** The hall of a weekly time or session, and its units. */
const hall = {
  facilityId: uuid('facility_id').references(() => facility.id, { onDelete: 'set null' }),
  unitIds: uuid('unit_ids').array().notNull().default([]),
};
const ofCourse = () =>
  uuid('course_id')
    .notNull()
    .references(() => course.id, { onDelete: 'cascade' });

/** An offer of a club: a course, permanent group, trial or holiday camp. */
export const course = pgTable(
  'course',
  {
    id: uuid().primaryKey(),
    club: clubColumn(),
    departmentId: uuid('department_id').references(() => department.id),
    slug: text().notNull(),
    number: text().notNull(),
    kind: text({ enum: courseKinds }).notNull(),
    title: text().notNull(),
    subtitle: text().notNull().default(''),
    description: jsonb().$type<RichText>(),
    image: text(),
    imageAlt: text('image_alt').notNull().default(''),
    bringNote: text('bring_note').notNull().default(''),
    level: text().notNull().default(''),
    place: text().notNull().default(''),
    contactName: text('contact_name').notNull().default(''),
    contactEmail: text('contact_email').notNull().default(''),
    contactPhone: text('contact_phone').notNull().default(''),
    ageMin: integer('age_min'),
    ageMax: integer('age_max'),
    ageReference: text('age_reference', { enum: ageReferences }).notNull().default('course_start'),
    gender: text({ enum: courseGenders }).notNull().default('any'),
    placesMin: integer('places_min'),
    placesMax: integer('places_max'),
    placesReserved: integer('places_reserved').notNull().default(0),
    waitlistMax: integer('waitlist_max'),
    waitlistOfferHours: integer('waitlist_offer_hours').notNull().default(48),
    /** Families wait as one and may be skipped if they do not fit; in a strict queue nobody is skipped. */
    isStrictQueue: boolean('strict_queue').notNull().default(false),
    registration: text({ enum: registrationKinds }).notNull().default('open'),
    externalUrl: text('external_url').notNull().default(''),
    isMembersOnly: boolean('members_only').notNull().default(false),
    returningFrom: instant('returning_from'),
    memberFrom: instant('member_from'),
    publicFrom: instant('public_from'),
    closesAt: instant('closes_at'),
    lateJoin: text('late_join', { enum: lateJoins }).notNull().default('prorata'),
    cancelFreeUntilDays: integer('cancel_free_until_days').notNull().default(14),
    /** Hours after the order in which a seat can be cancelled for free, once the free days are over. */
    graceHours: integer('grace_hours').notNull().default(48),
    cancelTiers: jsonb('cancel_tiers').$type<CancelTier[]>().notNull().default([]),
    isSelfCancel: boolean('self_cancel').notNull().default(true),
    noticeAmount: integer('notice_amount').notNull().default(4),
    noticeUnit: text('notice_unit', { enum: noticeUnits }).notNull().default('week'),
    noticeTo: text('notice_to', { enum: noticeEnds }).notNull().default('month_end'),
    minTermMonths: integer('min_term_months').notNull().default(0),
    /** The months per calendar year that a family may pause by itself. */
    pauseMaxMonths: integer('pause_max_months').notNull().default(0),
    /** The announced price change that is not in effect yet (course_price_change), for pages and the last step. */
    comingPrices: jsonb('coming_prices').$type<ComingPrices>(),
    /** The holiday round (holiday_round) that assigns the seats; null once it has. Until then nobody can enrol otherwise. */
    roundId: uuid('round_id'),
    /** How many trials a person may have before enrolling. */
    trialSessions: integer('trial_sessions').notNull().default(0),
    replyUntilHours: integer('reply_until_hours').notNull().default(0),
    replacesAbsent: boolean('replaces_absent').notNull().default(false),
    requiresGuardian: boolean('requires_guardian').notNull().default(true),
    requiredConsents: text('required_consents', { enum: requirableConsents }).array().notNull().default([]),
    requiredQualification: text('required_qualification').notNull().default(''),
    startsOn: date('starts_on').notNull(),
    endsOn: date('ends_on'),
    holidayMode: text('holiday_mode', { enum: holidayModes }).notNull().default('skip_both'),
    /** The dates skipped by the holiday mode, with reasons. */
    skippedDates: jsonb('skipped_dates').$type<SkippedDate[]>().notNull().default([]),
    status: text({ enum: courseStatuses }).notNull().default('draft'),
    cancelReason: text('cancel_reason', { enum: cancelReasons }),
    taxSphere: text('tax_sphere', { enum: taxSpheres }).notNull().default('purpose'),
    costCentre: text('cost_centre').notNull().default(''),
    visibility: text({ enum: visibilities }).notNull().default('public'),
    copiedFrom: uuid('copied_from'),
    /** A template stays a draft without sessions: it can only be copied, and is visible only to staff who plan offers. */
    isTemplate: boolean('template').notNull().default(false),
    createdBy: uuid('created_by').references(() => appUser.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('course_age_reference', sql`${table.ageReference} in ${oneOf(ageReferences)}`),
    check('course_gender', sql`${table.gender} in ${oneOf(courseGenders)}`),
    check('course_registration', sql`${table.registration} in ${oneOf(registrationKinds)}`),
    check('course_late_join', sql`${table.lateJoin} in ${oneOf(lateJoins)}`),
    check('course_holiday_mode', sql`${table.holidayMode} in ${oneOf(holidayModes)}`),
    check('course_tax_sphere', sql`${table.taxSphere} in ${oneOf(taxSpheres)}`),
    check('course_visibility', sql`${table.visibility} in ${oneOf(visibilities)}`),
    uniqueIndex('course_slug').on(table.slug),
    uniqueIndex('course_number').on(table.club, table.number),
    index('course_list').on(table.club, table.status, table.startsOn, table.id),
    check('course_kind', sql`${table.kind} in ${oneOf(courseKinds)}`),
    check('course_status', sql`${table.status} in ${oneOf(courseStatuses)}`),
    check('course_trials', sql`${table.trialSessions} between 0 and ${sql.raw(String(trialsAtMost))}`),
    check('course_grace', sql`${table.graceHours} between 0 and 336`),
    check('course_ages', sql`${table.ageMax} is null or ${table.ageMin} is null or ${table.ageMax} >= ${table.ageMin}`),
    check('course_places', sql`${table.placesMin} is null or ${table.placesMax} is null or ${table.placesMax} >= ${table.placesMin}`),
    check('course_places_positive', sql`${table.placesMax} > 0 and ${table.placesMin} >= 0 and ${table.placesReserved} >= 0`),
    check('course_dates', sql`${table.endsOn} is null or ${table.endsOn} >= ${table.startsOn}`),
    check(
      'course_required_consents',
      sql`${table.requiredConsents} <@ array[${sql.raw(requirableConsents.map((one) => `'${one}'`).join(', '))}]`,
    ),
    check('course_notice', sql`${table.noticeUnit} in ${oneOf(noticeUnits)} and ${table.noticeTo} in ${oneOf(noticeEnds)}`),
    // Only members may have a notice period longer than four weeks or a month (§ 309 Nr. 9 BGB).
    check(
      'course_notice_length',
      sql`${table.noticeAmount} between 0 and 12 and ${table.minTermMonths} between 0 and 12 and (${table.kind} <> 'permanent' or ${table.isMembersOnly}
        or ${table.noticeAmount} <= case ${table.noticeUnit} when 'month' then 1 else 4 end)`,
    ),
    check('course_reply_until', sql`${table.replyUntilHours} between 0 and 72`),
    check('course_pause', sql`${table.pauseMaxMonths} between 0 and 6`),
    check('course_template', sql`not ${table.isTemplate} or ${table.status} = 'draft'`),
    check('course_cancel_reason', sql`${table.status} <> 'cancelled' or ${table.cancelReason} is not null`),
    keyIndex('course_created_by', table.createdBy),
    keyIndex('course_department', table.departmentId),
    keyIndex('course_round', table.roundId),
  ],
);

/** The price of a course per category. */
export const coursePrice = pgTable(
  'course_price',
  {
    courseId: ofCourse(),
    category: text({ enum: priceCategories }).notNull(),
    cents: integer().notNull(),
    per: text({ enum: priceUnits }).notNull().default('course'),
  },
  (table) => [
    check('course_price_category', sql`${table.category} in ${oneOf(priceCategories)}`),
    check('course_price_per', sql`${table.per} in ${oneOf(priceUnits)}`),
    primaryKey({ columns: [table.courseId, table.category] }),
    check('course_price_cents', sql`${table.cents} >= 0`),
  ],
);

/** A trainer of a course, and whether their name is public. */
export const courseTrainer = pgTable(
  'course_trainer',
  {
    courseId: ofCourse(),
    personId: uuid('person_id')
      .notNull()
      .references(() => person.id),
    role: text({ enum: trainerRoles }).notNull(),
    isPublic: boolean('public').notNull().default(true),
  },
  (table) => [
    check('course_trainer_role', sql`${table.role} in ${oneOf(trainerRoles)}`),
    primaryKey({ columns: [table.courseId, table.personId] }),
    index('course_trainer_person').on(table.personId),
  ],
);

/** A weekly time of a course. It has its own first and last day, so that changes keep the past. */
export const courseSlot = pgTable(
  'course_slot',
  {
    id: uuid().primaryKey(),
    courseId: ofCourse(),
    /** The series of hall bookings, once requested. */
    seriesId: uuid('series_id').references(() => bookingSeries.id, { onDelete: 'set null' }),
    weekday: integer().notNull(),
    startTime: time('start_time').notNull(),
    endTime: time('end_time').notNull(),
    place: text().notNull().default(''),
    ...hall,
    validFrom: date('valid_from'),
    validTo: date('valid_to'),
  },
  (table) => [
    check('course_slot_weekday', sql`${table.weekday} between 1 and 7`),
    check('course_slot_times', sql`${table.endTime} > ${table.startTime}`),
    index('course_slot_course').on(table.courseId),
    keyIndex('course_slot_facility', table.facilityId),
    keyIndex('course_slot_series', table.seriesId),
  ],
);

/** One session of a course. Attendance, hall bookings and trainer hours refer to it. */
export const courseSession = pgTable(
  'course_session',
  {
    id: uuid().primaryKey(),
    courseId: ofCourse(),
    slotId: uuid('slot_id').references(() => courseSlot.id, { onDelete: 'set null' }),
    /** The hall booking, including a rejected or released one. */
    bookingId: uuid('booking_id').references(() => booking.id, { onDelete: 'set null' }),
    ...hall,
    /** The instant given by the weekly rule. If the session was moved, the rule creates no second one for this instant. */
    plannedFor: instant('planned_for'),
    localDate: date('local_date').notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    place: text().notNull().default(''),
    state: text({ enum: sessionStates }).notNull().default('planned'),
    reason: text(),
    /** Cancelled together with its course: restored when the course is published again. */
    isCancelledWithCourse: boolean('cancelled_with_course').notNull().default(false),
    /** The id of its last announcement, used to withdraw mails that are not sent yet. */
    occasion: uuid(),
    /** Where the session was before it was moved, while it can go back. */
    movedFrom: jsonb('moved_from').$type<SessionPlace>(),
    substitutePersonId: uuid('substitute_person_id').references(() => person.id),
    presentCount: integer('present_count'),
    closedAt: instant('closed_at'),
    note: text(),
    version: integer().notNull().default(1),
  },
  (table) => [
    check('course_session_times', sql`${table.endsAt} > ${table.startsAt}`),
    check('course_session_cancelled_with_course', sql`not ${table.isCancelledWithCourse} or ${table.state} = 'cancelled'`),
    check('course_session_state', sql`${table.state} in ${oneOf(sessionStates)}`),
    uniqueIndex('course_session_start').on(table.courseId, table.startsAt),
    index('course_session_day').on(table.localDate, table.courseId),
    index('course_session_booking').on(table.bookingId),
    index('course_session_facility').on(table.facilityId, table.courseId),
    index('course_session_end').on(table.endsAt),
    index('course_session_substitute')
      .on(table.substitutePersonId)
      .where(sql`${table.substitutePersonId} is not null`),
    keyIndex('course_session_slot', table.slotId),
  ],
);

/** History of a course's status: who, when, from, to, why. */
export const courseLog = pgTable(
  'course_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    courseId: ofCourse(),
    fromStatus: text('from_status'),
    toStatus: text('to_status').notNull(),
    at: instant('at').notNull(),
    byUser: uuid('by_user').references(() => appUser.id, { onDelete: 'set null' }),
    reason: text(),
  },
  (table) => [index('course_log_course').on(table.courseId, table.id), keyIndex('course_log_by', table.byUser)],
);
