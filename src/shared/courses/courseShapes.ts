import { z } from 'zod';
import { courseStatuses } from './courseStates.ts';
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
  noticeEnds,
  noticeUnits,
} from './courseWords.ts';
import { editedSession, session } from './planning/sessionShapes.ts';
import { offeredCard } from './cards/cardShapes.ts';
import { pauseMonthsAtMost } from './pauses/pauseRules.ts';
import { trialsAtMost } from './trials/trialRules.ts';
import { clubName, email, id, instant, line, localDate, localTime, requiredLine, version } from '#shared/kernel/fields.ts';
import { offerPhase } from '#shared/events/offerPhase.ts';
import { holidayModes } from '#shared/halls/holidays.ts';
import { richText } from '#shared/kernel/richText.ts';

/** A time of day as HH:MM. */
export const time = localTime;
const places = z.int().min(0).max(10_000);
const cents = z.int().min(0).max(10_000_000);
/** The omitted dates, each with the reason. */
export const skipped = z.array(z.object({ date: z.string(), reason: z.string() }));

/** The facility of a slot and the used units; null for a place that is no facility. */
export const hall = { facilityId: id.nullable().default(null), unitIds: z.array(id).max(24).default([]) };

/** A weekly slot of a course: weekday from 1 (Monday) to 7 (Sunday), local times, and a facility or a place as text. */
export const slot = z
  .strictObject({
    id: id.optional(),
    weekday: z.int().min(1).max(7),
    startTime: time,
    endTime: time,
    place: line(120).default(''),
    ...hall,
  })
  .refine(({ startTime, endTime }) => endTime > startTime || !time.safeParse(startTime).success, {
    path: ['endTime'],
    message: 'Das Ende muss nach dem Beginn liegen.',
  })
  .refine(({ facilityId, unitIds }) => facilityId === null || unitIds.length > 0, {
    path: ['unitIds'],
    message: 'Bitte mindestens einen Teil wählen.',
  });

const price = z.strictObject({ category: z.enum(priceCategories), cents, per: z.enum(priceUnits).default('course') });
const trainer = z.strictObject({ personId: id, role: z.enum(trainerRoles), isPublic: z.boolean().default(true) });
const cancelTier = z.strictObject({
  days: z.int().min(0).max(365),
  percent: z.int().min(0).max(100).optional(),
  cents: cents.optional(),
});

const fields = {
  departmentId: id.nullable().default(null),
  number: line(40).default(''),
  kind: z.enum(courseKinds),
  title: requiredLine(120),
  subtitle: line(160).default(''),
  description: richText.nullable().default(null),
  image: line(300).nullable().default(null),
  imageAlt: line(200).default(''),
  bringNote: line(300).default(''),
  level: line(80).default(''),
  place: line(120).default(''),
  contactName: line(120).default(''),
  contactEmail: z.union([z.literal(''), email]).default(''),
  contactPhone: line(40).default(''),
  ageMin: z.int().min(0).max(120).nullable().default(null),
  ageMax: z.int().min(0).max(120).nullable().default(null),
  ageReference: z.enum(ageReferences).default('course_start'),
  gender: z.enum(courseGenders).default('any'),
  placesMin: places.nullable().default(null),
  placesMax: places.min(1).nullable().default(null),
  placesReserved: places.default(0),
  waitlistMax: places.nullable().default(null),
  waitlistOfferHours: z.int().min(1).max(336).default(48),
  isStrictQueue: z.boolean().default(false),
  registration: z.enum(registrationKinds).default('open'),
  externalUrl: z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(500)]).default(''),
  isMembersOnly: z.boolean().default(false),
  returningFrom: instant.nullable().default(null),
  memberFrom: instant.nullable().default(null),
  publicFrom: instant.nullable().default(null),
  closesAt: instant.nullable().default(null),
  lateJoin: z.enum(lateJoins).default('prorata'),
  cancelFreeUntilDays: z.int().min(0).max(365).default(14),
  graceHours: z.int().min(0).max(336).default(48).describe('Hours after the order during which cancelling is free.'),
  cancelTiers: z.array(cancelTier).max(6).default([]),
  isSelfCancel: z.boolean().default(true),
  noticeAmount: z.int().min(0).max(12).default(4).describe('Permanent groups: the length of the notice period, in `noticeUnit`.'),
  noticeUnit: z.enum(noticeUnits).default('week'),
  noticeTo: z.enum(noticeEnds).default('month_end'),
  minTermMonths: z.int().min(0).max(12).default(0),
  pauseMaxMonths: z
    .int()
    .min(0)
    .max(pauseMonthsAtMost)
    .default(0)
    .describe('Permanent groups: the maximum number of paused months per year.'),
  trialSessions: z.int().min(0).max(trialsAtMost).default(0).describe('The maximum number of trials per person, in groups and courses.'),
  replyUntilHours: z.int().min(0).max(72).default(0).describe('Replies are on time until this many hours before a session.'),
  replacesAbsent: z.boolean().default(false).describe('Offers the seats of excused participants to trial guests of that session.'),
  requiresGuardian: z.boolean().default(true),
  requiredConsents: z.array(z.enum(requirableConsents)).max(requirableConsents.length).default([]),
  requiredQualification: line(120).default(''),
  startsOn: localDate,
  endsOn: localDate.nullable().default(null),
  holidayMode: z.enum(holidayModes).default('skip_both'),
  taxSphere: z.enum(taxSpheres).default('purpose'),
  costCentre: line(40).default(''),
  visibility: z.enum(visibilities).default('public'),
  slots: z.array(slot).max(10).default([]),
  prices: z.array(price).max(7).default([]),
  trainers: z.array(trainer).max(12).default([]),
};

/** The form of a course; for cross-field rules see `courseFaults`. */
export const courseFields = z.strictObject(fields);
export type CourseFields = z.output<typeof courseFields>;

/** The violations of a course's cross-field rules: the field and a German message each. */
export function courseFaults(value: Partial<CourseFields>): { path: string; message: string }[] {
  const {
    ageMin,
    ageMax,
    placesMin,
    placesMax,
    placesReserved,
    image,
    imageAlt,
    startsOn,
    endsOn,
    returningFrom,
    memberFrom,
    publicFrom,
    closesAt,
    prices,
    trainers,
    kind,
    isMembersOnly,
    noticeAmount = 0,
    noticeUnit,
  } = value;
  const isAfter = (one?: string | null, other?: string | null) => Boolean(one && other && new Date(one) > new Date(other));
  const repeated = (list: readonly string[] = []) => new Set(list).size < list.length;
  const checks: [boolean, string, string][] = [
    [(ageMin ?? 0) > (ageMax ?? 200), 'ageMax', 'Das Höchstalter liegt unter dem Mindestalter.'],
    [(placesMin ?? 0) > (placesMax ?? 20_000), 'placesMax', 'Weniger Plätze als das Minimum.'],
    [(placesReserved ?? 0) > (placesMax ?? 20_000), 'placesReserved', 'Mehr reserviert, als es Plätze gibt.'],
    [Boolean(image) && !imageAlt, 'imageAlt', 'Jedes Bild braucht einen Alternativtext.'],
    [Boolean(startsOn && endsOn && endsOn < startsOn), 'endsOn', 'Das Ende liegt vor dem Beginn.'],
    [isAfter(returningFrom, memberFrom), 'memberFrom', 'Mitglieder können nicht vor den bisherigen Teilnehmern an der Reihe sein.'],
    [isAfter(memberFrom, publicFrom), 'publicFrom', 'Die Anmeldung für alle kann nicht vor der für Mitglieder öffnen.'],
    [isAfter(publicFrom ?? memberFrom, closesAt), 'closesAt', 'Der Anmeldeschluss liegt vor der Öffnung.'],
    [
      kind === 'permanent' && !isMembersOnly && noticeAmount > (noticeUnit === 'month' ? 1 : 4),
      'noticeAmount',
      'Höchstens 4 Wochen oder 1 Monat, außer bei Angeboten nur für Mitglieder.',
    ],
    [repeated(prices?.map(({ category }) => category)), 'prices', 'Jede Preisgruppe nur einmal.'],
    [repeated(trainers?.map(({ personId }) => personId)), 'trainers', 'Jede Person nur einmal.'],
  ];
  return checks.filter(([isFault]) => isFault).map(([, path, message]) => ({ path, message }));
}

/** The lowest price of a course. */
export const lowestPrice = z.object({
  cents: z.int(),
  per: z.enum(priceUnits),
  isOnly: z.boolean().describe('Whether all groups of participants pay this price.'),
});
export type LowestPrice = z.infer<typeof lowestPrice>;

/** A course in public lists. */
export const listedCourse = z.object({
  id,
  slug: z.string(),
  number: z.string(),
  club: clubName,
  kind: z.enum(courseKinds),
  title: z.string(),
  subtitle: z.string(),
  department: z.string().nullable(),
  place: z.string(),
  image: z.string().nullable(),
  imageAlt: z.string(),
  ageMin: z.int().nullable(),
  ageMax: z.int().nullable(),
  gender: z.enum(courseGenders),
  /** The weekly slots; with the date if a slot starts or ends in the future. */
  slots: z.array(
    z.object({ weekday: z.int(), startTime: z.string(), endTime: z.string(), from: z.string().optional(), until: z.string().optional() }),
  ),
  startsOn: z.string(),
  endsOn: z.string().nullable(),
  placesMax: z.int().nullable(),
  free: z.int().nullable(),
  phase: offerPhase,
  priceFromCents: z.int().nullable(),
  priceFrom: lowestPrice.nullable(),
  /** The next date that takes place. */
  next: z.object({ startsAt: z.iso.datetime(), endsAt: z.iso.datetime() }).nullable(),
  /** The names of the trainers who are published. */
  leaders: z.array(z.string()),
  /** Set if a trial is possible before enrolling. */
  hasTrial: z.literal(true).optional(),
});
export type ListedCourse = z.infer<typeof listedCourse>;

/** A course on its public page. */
export const coursePage = listedCourse.extend({
  description: richText.nullable(),
  bringNote: z.string(),
  level: z.string(),
  contact: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
  rule: z.string().describe('The admission rule (ages and gender) as German text.'),
  requiredQualification: z.string(),
  requiresGuardian: z.boolean(),
  requiredConsents: z.array(z.enum(requirableConsents)),
  isMembersOnly: z.boolean(),
  visibility: z.enum(visibilities),
  hasRegistration: z.boolean().describe('Whether the club takes enrolments; if not, the contact is shown.'),
  registration: z.enum(registrationKinds),
  externalUrl: z.string(),
  windows: z.array(z.object({ label: z.string(), at: z.iso.datetime() })),
  closesAt: z.iso.datetime().nullable(),
  waiting: z.int(),
  sessions: z.array(session),
  halls: z
    .array(
      z.object({
        slug: z.string().describe('The page of the hall is /halls/{slug}.'),
        name: z.string().describe('Includes the parts if it is not the whole hall.'),
        address: z.string(),
        latitude: z.number().nullable(),
        longitude: z.number().nullable(),
      }),
    )
    .describe('The halls of the weekly times.'),
  skipped,
  prices: z.array(z.object({ category: z.enum(priceCategories), cents: z.int(), per: z.enum(priceUnits) })),
  waysToPay: z.string().describe('How an order can be paid, as a German sentence; empty if the course is free.'),
  lateJoin: z.enum(lateJoins).describe('Whether joining late is possible, and at the full price or pro rata.'),
  cancelRule: z.array(z.string()),
  trialSessions: z.int().describe('The maximum number of trials per person.'),
  cards: z.array(offeredCard).describe('Multi-visit cards that families can buy for this offer.'),
  trainers: z.array(z.object({ name: z.string(), role: z.enum(trainerRoles) })),
  ageReference: z.enum(ageReferences),
});
export type CoursePage = z.infer<typeof coursePage>;

/** A course in the list of staff. */
export const managedCourse = listedCourse.extend({
  status: z.enum(courseStatuses),
  occupied: z.int(),
  waiting: z.int(),
  placesMin: z.int().nullable(),
  nextSession: z.iso.datetime().nullable(),
  version,
});
export type ManagedCourse = z.infer<typeof managedCourse>;

/** A course in the editor. */
export const editedCourse = z.object({
  ...courseFields.shape,
  id,
  club: clubName,
  slug: z.string(),
  status: z.enum(courseStatuses),
  isTemplate: z.boolean().describe('A template for copies: without sessions, and hidden from all other lists.'),
  cancelReason: z.enum(cancelReasons).nullable(),
  occupied: z.int(),
  waiting: z.int(),
  trainerNames: z.record(z.string(), z.string()),
  sessions: z.array(editedSession),
  skipped,
  missing: z.array(z.object({ path: z.string(), message: z.string() })).describe('The fields still required for publication.'),
  warnings: z
    .array(z.string())
    .describe('Warnings for the planner, e.g. trainers without a certificate of good conduct for an offer that minors may attend.'),
  history: z.array(z.object({ from: z.string().nullable(), to: z.string(), at: z.iso.datetime(), reason: z.string().nullable() })),
  version,
});
export type EditedCourse = z.infer<typeof editedCourse>;
