import { z } from 'zod';
import { clubName, email, id, instant, line, localDate, paragraphs, requiredLine, version } from '#shared/kernel/fields.ts';
import { assignmentStates, helperListStates, visibilities, settledAssignments } from './helperListWords.ts';

const dayMs = 24 * 60 * 60 * 1000;
const minutes = z
  .int()
  .min(0)
  .max(24 * 60);

const listFields = {
  title: requiredLine(120),
  description: paragraphs(2000).default(''),
  eventId: id.nullable().default(null),
  startsOn: localDate,
  endsOn: localDate,
  visibility: z.enum(visibilities).default('members'),
  reminderDays: z.int().min(0).max(30).default(2).describe('Days before the shift at which helpers are reminded; 0 for no reminder.'),
  contact: line(160).default('').describe('Visible to everybody who can see the list.'),
};

const daysInOrder = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }) => endsOn >= startsOn;
const dayRefusal = { path: ['endsOn'], message: 'Der letzte Tag liegt vor dem ersten.' };

/** A new helper list, optionally copied from an earlier one. */
export const helperListInput = z
  .strictObject({
    ...listFields,
    templateId: id.nullable().default(null).describe('An earlier list whose shifts and items are copied; null for none.'),
  })
  .refine(daysInOrder, dayRefusal);
/** The editable fields of a helper list, with the version that the edit is based on. */
export const helperListChange = z.strictObject({ ...listFields, id, version }).refine(daysInOrder, dayRefusal);

const shiftFields = {
  area: line(60).default('').describe('The area, e.g. Grill, Kasse, Aufbau.'),
  task: requiredLine(100),
  place: line(120).default(''),
  startsAt: instant,
  endsAt: instant.describe('May be after midnight, at most 24 hours after the start.'),
  needed: z.int().min(1).max(500),
  ageMin: z.int().min(6).max(99).nullable().default(null),
  contact: line(160).default(''),
  note: line(300).default(''),
  creditMinutes: minutes.nullable().default(null).describe('The minutes credited for the shift; null for its duration.'),
  responsibleClub: clubName.nullable().default(null).describe('For lists shared by several clubs: the club that provides the helpers.'),
};

const timesInOrder = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) => {
  const lasts = Date.parse(endsAt) - Date.parse(startsAt);
  return lasts > 0 && lasts <= dayMs;
};
const timeRefusal = { path: ['endsAt'], message: 'Das Ende muss nach dem Beginn liegen, höchstens 24 Stunden später.' };

/** A new shift of a list; it may end after midnight. */
export const shiftInput = z.strictObject({ ...shiftFields, id }).refine(timesInOrder, timeRefusal);
/** The editable fields of a shift, with the version that the edit is based on. */
export const shiftChange = z.strictObject({ ...shiftFields, id, version }).refine(timesInOrder, timeRefusal);

/** An understaffed shift with its list. */
export const openShift = z.object({
  id,
  listId: id,
  listTitle: z.string(),
  area: z.string(),
  task: z.string(),
  place: z.string(),
  startsAt: instant,
  endsAt: instant,
  needed: z.int(),
  taken: z.int(),
});
export type OpenShift = z.infer<typeof openShift>;

/** A helper on a shift. Without the permission to see names it only has a number, unless the helper looks for a replacement. */
const helperView = z.object({
  id,
  state: z.enum(assignmentStates),
  name: z.string().nullable().describe('Null if the caller may not see it.'),
  isOwn: z.boolean(),
  token: z.string().nullable().describe("For the caller's own assignments: the id, with which they can be managed; otherwise null."),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  comment: z.string(),
  seeksRelief: z.boolean(),
  creditedMinutes: z.int().nullable(),
});
export type HelperView = z.infer<typeof helperView>;

const shiftView = z.object({
  id,
  area: z.string(),
  task: z.string(),
  place: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  needed: z.int(),
  filled: z.int(),
  standby: z.int(),
  ageMin: z.int().nullable(),
  contact: z.string(),
  note: z.string(),
  creditMinutes: z.int().nullable(),
  responsibleClub: clubName.nullable(),
  version,
  helpers: z.array(helperView),
});
export type ShiftView = z.infer<typeof shiftView>;

/** An item to be brought along. */
export const itemInput = z.strictObject({ id, label: requiredLine(80), needed: z.int().min(1).max(500) });

const itemView = z.object({
  id,
  label: z.string(),
  needed: z.int(),
  pledged: z.int(),
  pledges: z.array(
    z.object({
      id,
      name: z.string(),
      quantity: z.int(),
      email: z.string().nullable(),
      token: z.string().nullable().describe("For the caller's own pledges: the id, with which they can be managed; otherwise null."),
    }),
  ),
});
export type ItemView = z.infer<typeof itemView>;

/** A pledge of items; name and e-mail address only without an account. */
export const pledgeInput = z.strictObject({
  quantity: z.int().min(1).max(500),
  name: line(120).default(''),
  email: z.union([z.literal(''), email]).default(''),
  website: z.string().max(200).default('').describe('A honeypot field that is invisible to people; must stay empty.'),
});

/** A pledge, for the helper who made it. */
export const ownPledge = z.object({ label: z.string(), quantity: z.int(), listTitle: z.string(), canTakeBack: z.boolean() });
export type OwnPledge = z.infer<typeof ownPledge>;

const listView = {
  id,
  club: clubName,
  title: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  state: z.enum(helperListStates),
  visibility: z.enum(visibilities),
  token: z.string(),
};

/** A list in the overview, with its numbers of places. */
export const helperListSummary = z.object({ ...listView, needed: z.int(), filled: z.int(), standby: z.int(), shifts: z.int() });
export type HelperListSummary = z.infer<typeof helperListSummary>;

/** A list with its shifts and items; names only as far as the viewer may see them. */
export const helperListView = z.object({
  ...listView,
  description: z.string(),
  eventId: id.nullable(),
  eventTitle: z.string().nullable(),
  reminderDays: z.int(),
  contact: z.string(),
  version,
  shifts: z.array(shiftView),
  items: z.array(itemView).describe('Items to bring along.'),
});
export type HelperListView = z.infer<typeof helperListView>;

/** An assignment of oneself or one's child; without an account by name and e-mail address. */
export const signUpInput = z.strictObject({
  personId: id.nullable().default(null),
  name: line(120).default(''),
  email: z.union([z.literal(''), email]).default(''),
  phone: line(40).default(''),
  comment: line(200).default(''),
  isOldEnough: z.boolean().default(false).describe('Confirms the minimum age of a shift, if the birth date is unknown.'),
  relieves: id.nullable().default(null).describe('The assignment that is taken over from a helper who looks for a replacement.'),
  website: z.string().max(200).default('').describe('A honeypot field that is invisible to people; must stay empty.'),
});

/** The person that the board assigns to a shift: a known person, or a name. */
export const assignInput = z.strictObject({
  id,
  personId: id.nullable().default(null),
  name: line(120).default(''),
  email: z.union([z.literal(''), email]).default(''),
  phone: line(40).default(''),
  isStandby: z.boolean().default(false),
});

/** An assignment, for its helper: in the profile, and behind the link in a mail. */
export const ownAssignment = z.object({
  id,
  token: z.string(),
  state: z.enum(assignmentStates),
  name: z.string(),
  seeksRelief: z.boolean(),
  creditedMinutes: z.int().nullable(),
  holdExpiresAt: z.iso.datetime().nullable(),
  position: z.int().nullable().describe('The position on the standby list; null for other states.'),
  canLeave: z.boolean(),
  shift: shiftView.pick({ id: true, area: true, task: true, place: true, startsAt: true, endsAt: true, contact: true, note: true }),
  list: z.object({ title: z.string(), club: clubName, token: z.string(), state: z.enum(helperListStates) }),
});
export type OwnAssignment = z.infer<typeof ownAssignment>;

/** The confirmed minutes of a helper in a year, with the numbers of shifts done and missed. */
export const hoursRow = z.object({ name: z.string(), isPerson: z.boolean(), duties: z.int(), minutes: z.int(), missed: z.int() });
export type HoursRow = z.infer<typeof hoursRow>;

/** The outcome of an assignment, with the minutes to credit. */
export const settledRow = z.strictObject({ id, state: z.enum(settledAssignments), minutes });
