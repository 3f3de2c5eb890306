import { z } from 'zod';
import { enrolmentStates } from './enrolmentStates.ts';
import { requirableConsents } from '#shared/people/consents.ts';
import { priceCategories, priceUnits } from './courseWords.ts';
import { alsoBy, givenMandate, orderedTransfer, orderMethod, shownOrder } from './orders.ts';
import { clubName, email, id, line, localDate, version } from '#shared/kernel/fields.ts';
import { offerPhase } from '#shared/events/offerPhase.ts';
import { accessRelation } from '#shared/people/access.ts';
import { gender, optionalCallNumber, otherContacts, personInput, wayHomeChoice } from '#shared/people/people.ts';

/** Requests for popular courses and events are queued; they wait for the outcome rather than fail with a timeout. */
export const rushAnswerMs = 30_000;

/** The errors of an enrolment in a course or an event. */
export const enrolmentRefusals = [
  'registration-closed',
  'waiting-list-full',
  'already-registered',
  'seat-kept',
  'not-eligible',
  'places-taken',
  'quote-changed',
  'wrong-state',
] as const;

const state = z.enum(enrolmentStates);
/** The answers to the questions of an enrolment. */
const answers = z.record(z.string().max(80), line(500)).default({});

/** The consents required by a course, as ticked with the enrolment. */
export const tickedConsents = z.array(z.enum(requirableConsents)).max(requirableConsents.length).default([]);

const mandateText = z.string().nullable().describe('What one says who gives a mandate here; null where none can be given.');

/** Whether and how a person of the user's family can enrol in a course. */
export const candidate = z.object({
  personId: id,
  name: z.string(),
  birthDate: z.string().nullable(),
  relation: accessRelation,
  reasons: z.array(z.string()),
  priceCategory: z.enum(priceCategories).nullable(),
  priceCents: z.int().nullable(),
  fullPriceCents: z.int().nullable().describe('The whole price, where joining late costs less.'),
  pricePer: z.enum(priceUnits).nullable(),
  cancelFeeCents: z.int().describe('What signing off would cost on the day of the sign-up; 0 while it is free.'),
  phase: offerPhase,
  participationId: id.nullable(),
  state: state.nullable(),
  keptUntil: z.iso.datetime().nullable().describe('Until when a seat that was given up a moment ago is kept for this person alone.'),
  lacksEmergency: z.boolean().describe('Under 18 and without a number for an emergency: the sign-up asks for one.'),
  lacksWayHome: z.boolean().describe('Under 10, and nobody has said yet how the child gets home.'),
  quote: z.string().describe('What is offered to this person now, to be sent along: where it is no longer so, nobody is signed up.'),
  dueOn: localDate.nullable().describe('Before this day nothing of it is due; null where it costs nothing.'),
  begun: z
    .object({ period: z.string(), cents: z.int(), note: z.string() })
    .nullable()
    .describe('What the month, quarter or year that has begun costs, where that is less than the price.'),
  endsOnNotice: localDate.nullable().describe('In a permanent group: the last day of whoever gave notice today.'),
  hasMandate: z.boolean().describe('The club may collect by direct debit from whoever pays for this person.'),
  mandateText,
  alsoBy,
  partner: z.string().describe('With whom the contract is made: name and address.'),
  isNewHere: z.boolean().describe('Known to another club only; the sign-up makes the person in the club of the offer.'),
});

export type Candidate = z.infer<typeof candidate>;

/** An enrolment of the user's family: on the course page, in the profile and behind the link in the mail. */
export const ownEnrolment = z.object({
  id,
  token: z.string(),
  state,
  name: z.string(),
  target: z
    .object({
      kind: z.enum(['course', 'event']),
      id,
      slug: z.string().describe('What stands in its address: /id/{slug}, /events?termin={slug}.'),
      title: z.string(),
      club: z.string(),
      state: z.string(),
      place: z.string(),
      nextAt: z.iso.datetime().nullable(),
    })
    .describe('The course or the event.'),
  about: z
    .object({
      times: z.array(z.string()),
      endsOn: localDate.nullable(),
      halls: z.array(
        z.object({ name: z.string(), address: z.string(), latitude: z.number().nullable(), longitude: z.number().nullable() }),
      ),
      contact: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
    })
    .nullable()
    .describe('Behind a link alone: the weekly times, the last day, the way there, and whom to ask.'),
  position: z.int().nullable().describe('Own place on the waiting list, 1 for the next one.'),
  placeReason: z.array(z.string()).describe('Why one stands at that place of the waiting list; empty where nobody waits.'),
  offerExpiresAt: z.iso.datetime().nullable(),
  holdExpiresAt: z.iso.datetime().nullable(),
  registeredAt: z.iso.datetime(),
  priceCents: z.int().nullable(),
  cancelFeeCents: z.int().describe('What signing off would cost today, or has cost.'),
  pricePer: z.enum(priceUnits).nullable().describe('What the price is for.'),
  leavesOn: z.string().nullable().describe('The last day in a permanent group, once notice is given.'),
  endsOnNotice: z.string().nullable().describe('The last day for whoever gives notice today; null where signing off ends it at once.'),
  undoUntil: z.iso.datetime().nullable().describe('Until when the own last answer can be taken back.'),
  canCancel: z.boolean(),
  cancelRule: z.array(z.string()),
  step: shownOrder
    .extend({
      quote: z.string().describe('To be sent along with the answer: where it is no longer so, nothing is answered.'),
      hasMandate: z.boolean(),
      mandateText,
      alsoBy,
      asks: z
        .object({ emergency: z.boolean(), wayHome: z.boolean(), consents: z.array(z.enum(requirableConsents)) })
        .describe('What is not known of the person yet and goes with the acceptance: number, way home, consents that the offer requires.'),
    })
    .nullable()
    .describe('The last step, where a seat is offered or a guest has to confirm.'),
  order: z
    .object({ placedAt: z.iso.datetime(), words: z.array(z.string()) })
    .nullable()
    .describe('What was shown at the last button and is agreed.'),
  transfer: orderedTransfer.nullable(),
  move: z.object({ words: z.string(), mayUndo: z.boolean() }).nullable().describe('A change of groups that is to come, in a sentence.'),
  swap: z
    .object({ words: z.array(z.string()), quote: z.string(), button: z.string(), hasAgreed: z.boolean() })
    .nullable()
    .describe('Another family has what this one waits for and waits for the seat of this one: both may change.'),
  pauses: z.array(z.object({ id, words: z.string(), mayUndo: z.boolean() })).describe('Pauses that run or are to come.'),
  mayPause: z.boolean().describe('The family itself may pause.'),
  mayMove: z.boolean().describe('The family itself may change into another group.'),
  adoption: z
    .enum(['none', 'account', 'take'])
    .describe('Came in by an address alone. account: a visitor may make an account for it; take: it is of the address of the own account.'),
});

export type OwnEnrolment = z.infer<typeof ownEnrolment>;

/** An enrolment, for staff. Trainers see no amounts; lists never contain birth dates or health notes. */
export const listedEnrolment = z.object({
  id,
  personId: id,
  firstname: z.string(),
  lastname: z.string(),
  age: z.int().nullable(),
  gender: gender.nullable(),
  isMember: z.boolean(),
  state,
  position: z.int().nullable(),
  registeredAt: z.iso.datetime(),
  channel: z.string(),
  phone: z.string().nullable(),
  emergencyContactName: z.string().nullable(),
  emergencyContactPhone: z.string().nullable(),
  emergencyOthers: otherContacts,
  contactEmail: z.string().nullable(),
  guardianName: z.string().nullable(),
  hasHealthNote: z.boolean(),
  mayBePhotographed: z.boolean(),
  isGroup: z.boolean(),
  offerExpiresAt: z.iso.datetime().nullable(),
  priceCategory: z.enum(priceCategories).nullable(),
  priceCents: z.int().nullable(),
  cancelFeeCents: z.int().nullable(),
  leavesOn: z.string().nullable().describe('The last day in a permanent group.'),
  pause: z.object({ from: localDate, to: localDate }).nullable().describe('The pause that runs, or the next.'),
  mayPause: z.boolean(),
  moving: z.string().describe('A change of groups that can be taken back, in a sentence; empty where there is none.'),
  mayLeaveOnDay: z.boolean().describe('In a permanent group: a last day can be named.'),
  swapUntil: z.iso.datetime().nullable().describe('Until when the family may agree to change seats with another one.'),
  keptUntil: z.iso.datetime().nullable().describe('Until when a seat that was given up a moment ago is kept for this person alone.'),
  staffNote: z.string().nullable(),
  present: z.int(),
  version,
});

export type ListedEnrolment = z.infer<typeof listedEnrolment>;

const participantList = z.object({
  course: z.object({
    id,
    slug: z.string(),
    title: z.string(),
    number: z.string(),
    club: clubName,
    status: z.string(),
    placesMax: z.int().nullable(),
    placesMin: z.int().nullable(),
    placesReserved: z.int(),
    registration: z.string(),
    lateJoin: z.string(),
  }),
  occupied: z.int(),
  waiting: z.int(),
  sessionsHeld: z.int(),
  mayOfferBySystem: z
    .boolean()
    .describe('False within 24 hours before the first and the last date, and after the first where nobody joins late: telephone instead.'),
  rows: z.array(listedEnrolment),
});

/** The same list with the user's permissions. */
export const staffedList = participantList.extend({ mayMail: z.boolean().describe('Whether one may write to these people.') });
export type StaffedList = z.infer<typeof staffedList>;

export type ParticipantList = z.infer<typeof participantList>;

/** The participants of an event with the waiting list. */
export const eventParticipants = z.object({
  event: z.object({ id, title: z.string(), club: z.string(), state: z.string(), placesMax: z.int().nullable(), registration: z.string() }),
  occupied: z.int(),
  waiting: z.int(),
  mayOfferBySystem: z.boolean().describe('False within 24 hours before the start: telephone instead.'),
  rows: z.array(listedEnrolment),
});

export type EventParticipants = z.infer<typeof eventParticipants>;

/** An enrolment of one to six persons of the user's family, with the terms that were shown. */
export const registerInput = z.strictObject({
  personIds: z.array(id).min(1).max(6),
  together: z.boolean().default(false).describe('Several people only together: all or none.'),
  acceptsTerms: z.literal(true),
  allowsPhotos: z.boolean().default(false).describe('Pictures on the website, freely given and withdrawn at any time.'),
  healthNotes: z.record(id, line(300)).default({}).describe('By person; kept only with the consent beside it.'),
  allowsHealthNotes: z.boolean().default(false),
  emergencyPhones: z.record(id, optionalCallNumber).default({}).describe('By person; noted for those who have none.'),
  waysHome: z.record(id, wayHomeChoice).default({}).describe('By person; noted for those of whom nothing is known.'),
  quotes: z.record(id, z.string().max(2000)).default({}).describe('By person: what was shown before the sign-up.'),
  method: orderMethod.optional().describe('How it is to be paid; without a word as the club has it.'),
  mandate: givenMandate.optional().describe('sepa: the account of a mandate that is given with it.'),
  consents: tickedConsents,
  answers,
});

/** An enrolment without an account; for minors the name of a parent is required. */
export const guestInput = personInput.extend({
  email,
  phone: line(40).default(''),
  emergencyPhone: optionalCallNumber,
  goesHome: wayHomeChoice.optional(),
  collectors: line(200).default('').describe('Who may collect a child.'),
  guardianFirstname: line(80).default(''),
  guardianLastname: line(80).default(''),
  acceptsTerms: z.literal(true),
  allowsPhotos: z.boolean().default(false),
  consents: tickedConsents,
  answers,
  holdKey: id.optional().describe('Made by the browser: with it a further sign-up may take the place of this one.'),
  replaces: id.optional().describe('The key of a sign-up whose address was wrong: it ends, and its seat is that of this one.'),
});

/** The outcome for each enrolled person. */
export const registerResult = z.array(z.object({ id, token: z.string(), state, position: z.int().nullable() }));

export type Placed = z.infer<typeof registerResult>[number];

/** A person entered by staff; the birth date is optional. */
const newPerson = personInput
  .partial({ birthDate: true })
  .extend({ phone: line(40).default(''), email: z.union([z.literal(''), email]).default('') });

/** A trial guest added to a session. */
export const walkInInput = z.strictObject({
  sessionId: id,
  person: newPerson,
  id: id.optional().describe('Of the person to be made, given by the phone: sent again, nobody is made twice.'),
});

/** An enrolment by staff of a known or a new person; with a reason it overrides full courses and admission rules. */
export const addedInput = z.strictObject({
  id,
  personId: id.optional(),
  person: newPerson.optional(),
  priceCategory: z.enum(priceCategories).optional(),
  reason: line(300).default('').describe('Why somebody is taken in although no place is free or a rule stands against it.'),
});

/** The form for enrolling a known person by staff. */
export const knownAdded = z.object({ personId: addedInput.shape.personId.unwrap(), reason: addedInput.shape.reason });
/** The form for enrolling a new person by staff. */
export const newAdded = z.object({ person: newPerson, reason: addedInput.shape.reason });

/** An enrolment created by staff, with the state resulting from the free places. */
export const addedResult = z.object({ id, state });
