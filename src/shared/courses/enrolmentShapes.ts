import { z } from 'zod';
import { enrolmentStates } from './enrolmentStates.ts';
import { requirableConsents } from '#shared/people/consents.ts';
import { priceCategories, priceUnits } from './courseWords.ts';
import { coursePayments } from './participants/payments.ts';
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

const mandateText = z.string().nullable().describe('The wording of the SEPA mandate; null if no mandate can be given.');

/** Whether and how a person of the user's family can enrol in a course. */
export const candidate = z.object({
  personId: id,
  name: z.string(),
  birthDate: z.string().nullable(),
  relation: accessRelation,
  reasons: z.array(z.string()),
  priceCategory: z.enum(priceCategories).nullable(),
  priceCents: z.int().nullable(),
  fullPriceCents: z.int().nullable().describe('The full price if a reduced one applies for joining late; otherwise null.'),
  pricePer: z.enum(priceUnits).nullable(),
  cancelFeeCents: z.int().describe('The cancellation fee in cents on the day of the enrolment; 0 while cancelling is free.'),
  phase: offerPhase,
  participationId: id.nullable(),
  state: state.nullable(),
  keptUntil: z.iso.datetime().nullable().describe('Until when a seat just cancelled is reserved for this person; else null.'),
  lacksEmergency: z.boolean().describe('Under 18 without an emergency number; the enrolment asks for it.'),
  lacksWayHome: z.boolean().describe('Under 10 without a known way home; the enrolment asks for it.'),
  quote: z.string().describe('The quoted terms; must be sent with the enrolment, which fails if they have changed.'),
  dueOn: localDate.nullable().describe('The earliest due date; null if it is free of charge.'),
  begun: z
    .object({ period: z.string(), cents: z.int(), note: z.string() })
    .nullable()
    .describe(
      'The charge for the current month, quarter or year, or once (no period) for the remaining sessions, if it is lower than the price; otherwise null.',
    ),
  firstDue: z.array(z.object({ period: z.string(), cents: z.int() })).describe('What the first payment is for, by month, quarter or year.'),
  endsOnNotice: localDate.nullable().describe('Permanent groups: the last day if notice were given today; otherwise null.'),
  hasMandate: z.boolean().describe('Whether there is a mandate of the payer of this person.'),
  mandateText,
  alsoBy,
  partner: z.string().describe('The contracting party: name and address.'),
  isNewHere: z.boolean().describe('Known to another club only; the enrolment creates them in the club of the offer.'),
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
      slug: z.string().describe('Part of the URL: /id/{slug} or /events?termin={slug}.'),
      title: z.string(),
      club: clubName,
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
    .describe('Weekly times, last day, directions and contact; only for access by link, otherwise null.'),
  position: z.int().nullable().describe('The position on the waiting list, from 1; null for other states.'),
  placeReason: z.array(z.string()).describe('The reasons for the position as German sentences; empty if not on the waiting list.'),
  offerExpiresAt: z.iso.datetime().nullable(),
  holdExpiresAt: z.iso.datetime().nullable(),
  registeredAt: z.iso.datetime(),
  priceCents: z.int().nullable(),
  cancelFeeCents: z.int().describe('The cancellation fee in cents as of today, or as charged.'),
  pricePer: z.enum(priceUnits).nullable().describe('The unit of the price; null if there is no price.'),
  paidFrom: z.string().nullable().describe('The first day that is paid; null if it is unknown.'),
  leavesOn: z.string().nullable().describe('Permanent groups: the last day once notice is given; otherwise null.'),
  endsOnNotice: z.string().nullable().describe('The last day if notice were given today; null if there is no notice period.'),
  undoUntil: z.iso.datetime().nullable().describe('Until when the last answer can be undone; null if it cannot.'),
  canCancel: z.boolean(),
  cancelRule: z.array(z.string()),
  step: shownOrder
    .extend({
      quote: z.string().describe('The quoted terms; must be sent with the answer, which fails if they have changed.'),
      hasMandate: z.boolean(),
      mandateText,
      alsoBy,
      asks: z
        .object({ emergency: z.boolean(), wayHome: z.boolean(), consents: z.array(z.enum(requirableConsents)) })
        .describe('Missing data to be sent with the acceptance: emergency number, way home, required consents.'),
    })
    .nullable()
    .describe('The last step before a contract, for an offered seat or an unconfirmed guest; otherwise null.'),
  order: z
    .object({ placedAt: z.iso.datetime(), words: z.array(z.string()) })
    .nullable()
    .describe('The terms that were agreed with the last step; null if there are none.'),
  transfer: orderedTransfer.nullable(),
  move: z.object({ words: z.string(), mayUndo: z.boolean() }).nullable().describe('A future change of groups, as German text.'),
  swap: z
    .object({ words: z.array(z.string()), quote: z.string(), button: z.string(), hasAgreed: z.boolean() })
    .nullable()
    .describe('A possible swap with another family whose wish is the opposite; null if there is none.'),
  pauses: z.array(z.object({ id, words: z.string(), mayUndo: z.boolean() })).describe('Current and future pauses.'),
  mayPause: z.boolean().describe('Whether the family can pause the enrolment.'),
  mayMove: z.boolean().describe('Whether the family can change the group.'),
  adoption: z
    .enum(['none', 'account', 'take'])
    .describe('account: a visitor can create an account for it; take: the account has its address and can take it over; none: otherwise.'),
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
  contactEmail: z.string().nullable(),
  guardianName: z.string().nullable(),
  hasHealthNote: z.boolean(),
  mayBePhotographed: z.boolean(),
  isGroup: z.boolean(),
  offerExpiresAt: z.iso.datetime().nullable(),
  priceCategory: z.enum(priceCategories).nullable(),
  priceCents: z.int().nullable(),
  cancelFeeCents: z.int().nullable(),
  comingPrice: z.string().describe('Another price group to come, by age or membership, as German text; empty if there is none.'),
  leavesOn: z.string().nullable().describe('Permanent groups: the last day; null if no notice is given.'),
  pause: z.object({ from: localDate, to: localDate }).nullable().describe('The current or next pause; null if there is none.'),
  mayPause: z.boolean(),
  moving: z.string().describe('A change of groups that can still be undone, as German text; empty if there is none.'),
  mayLeaveOnDay: z.boolean().describe('Permanent groups: whether a last day can be set.'),
  swapUntil: z.iso.datetime().nullable().describe('Until when the family can agree to a swap of seats; null if there is none.'),
  keptUntil: z.iso.datetime().nullable().describe('Until when a seat just cancelled is reserved for this person; else null.'),
  staffNote: z.string().nullable(),
  present: z.int(),
  version,
});

export type ListedEnrolment = z.infer<typeof listedEnrolment>;

/** On the lists of an offer also whom to call in an emergency; those lists alone show it. */
const listedParticipant = listedEnrolment.extend({
  emergencyContactName: z.string().nullable(),
  emergencyContactPhone: z.string().nullable(),
  emergencyOthers: otherContacts,
});
export type ListedParticipant = z.infer<typeof listedParticipant>;

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
  mayOfferBySystem: z.boolean().describe('Not in the 24 hours before the first and last session, nor once begun without late joining.'),
  rows: z.array(listedParticipant),
});

/** The same list with the user's permissions. */
export const staffedList = participantList.extend({
  mayMail: z.boolean().describe('Whether the caller may send mails to these people.'),
  payments: coursePayments.describe('Of everybody with a charge for the course; null for trainers of other courses.'),
});
export type StaffedList = z.infer<typeof staffedList>;
export type ParticipantList = z.infer<typeof participantList>;

/** The participants of an event with the waiting list. */
export const eventParticipants = z.object({
  event: z.object({ id, title: z.string(), club: z.string(), state: z.string(), placesMax: z.int().nullable(), registration: z.string() }),
  occupied: z.int(),
  waiting: z.int(),
  mayOfferBySystem: z.boolean().describe('Whether a seat can still be offered by mail: not within 24 hours before the start.'),
  rows: z.array(listedParticipant),
});

export type EventParticipants = z.infer<typeof eventParticipants>;

/** An enrolment of one to six persons of the user's family, with the terms that were shown. */
export const registerInput = z.strictObject({
  personIds: z.array(id).min(1).max(6, 'Bitte höchstens 6 Personen auf einmal anmelden.'),
  together: z.boolean().default(false).describe('Enrols all persons or none.'),
  acceptsTerms: z.literal(true),
  allowsPhotos: z.boolean().default(false).describe('Consent to photos on the website; voluntary and revocable at any time.'),
  healthNotes: z.record(id, line(300)).default({}).describe('By person id; stored only with `allowsHealthNotes`.'),
  allowsHealthNotes: z.boolean().default(false),
  emergencyPhones: z.record(id, optionalCallNumber).default({}).describe('By person id; stored for persons without an emergency number.'),
  waysHome: z.record(id, wayHomeChoice).default({}).describe('By person id; stored for persons without a known way home.'),
  quotes: z.record(id, z.string().max(2000)).default({}).describe('By person id: the quotes that were shown.'),
  method: orderMethod.optional().describe('The payment method; defaults to that of the club.'),
  mandate: givenMandate.optional().describe('Only for `sepa`: the bank account of a new mandate.'),
  consents: tickedConsents,
  answers,
});

/** An enrolment without an account; for minors the name of a parent is required. */
export const guestInput = personInput.extend({
  email,
  phone: optionalCallNumber,
  emergencyPhone: optionalCallNumber,
  goesHome: wayHomeChoice.optional(),
  collectors: line(200).default('').describe('The persons who may collect the child.'),
  guardianFirstname: line(80).default(''),
  guardianLastname: line(80).default(''),
  acceptsTerms: z.literal(true),
  allowsPhotos: z.boolean().default(false),
  consents: tickedConsents,
  answers,
  holdKey: id.optional().describe('A client-generated key with which a corrected enrolment can replace this one.'),
  replaces: id.optional().describe('The `holdKey` of an enrolment with a wrong address; it ends, and its seat is transferred.'),
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
  id: id.optional().describe('A client-generated id of the new person, which makes the request idempotent.'),
});

/** An enrolment by staff of a known or a new person; with a reason it overrides full courses and admission rules. */
export const addedInput = z.strictObject({
  id,
  personId: id.optional(),
  person: newPerson.optional(),
  priceCategory: z.enum(priceCategories).optional(),
  reason: line(300).default('').describe('The reason for exceeding the number of seats or an admission rule.'),
});

/** The form for enrolling a known person by staff. */
export const knownAdded = z.object({ personId: z.uuid('Bitte jemanden auswählen.'), reason: addedInput.shape.reason });
/** The form for enrolling a new person by staff. */
export const newAdded = z.object({ person: newPerson, reason: addedInput.shape.reason });

/** An enrolment created by staff, with the state resulting from the free places. */
export const addedResult = z.object({ id, state });
