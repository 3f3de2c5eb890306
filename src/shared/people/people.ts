import { z } from 'zod';
import { isMinor } from '#shared/kernel/age.ts';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import { accessRelation, familyRelation } from './access.ts';
import { memberConsents } from './consents.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { wayHomeChoices, waysHome } from './wayHome.ts';
import { callNumber, clubName, id, line, requiredLine, localDate, version } from '#shared/kernel/fields.ts';

/** Female, male, diverse, declined to state, not recorded. */
export const gender = z.enum(['m', 'w', 'd', 'o', 'x']);

/** The German names of the genders; x is "not recorded". */
export const genderNames = { w: 'weiblich', m: 'männlich', d: 'divers', o: 'ohne Angabe', x: 'nicht erfasst' } as const;

/** The same for self-entry forms, where x prompts for a choice. */
export const genderAnswers = { ...genderNames, x: 'bitte wählen' } as const;

/** The personal data of a form. */
export const personInput = z.strictObject({
  firstname: requiredLine(80),
  lastname: requiredLine(80),
  birthDate: localDate,
  gender: gender.default('x'),
});

/** The day of the year (MM-DD) from which a child's emergency number must be confirmed again. */
const askedFrom = '08-01';

/** Whether a child's emergency number must be confirmed: once after each 1 August, unless entered or confirmed since. */
export function asksEmergency(birthDate: LocalDate | null, phone: string | null, confirmedOn: LocalDate, day: LocalDate): boolean {
  const year = Number(day.slice(0, 4)) - (day.slice(5) < askedFrom ? 1 : 0);
  return isMinor(birthDate, day) && Boolean(phone) && confirmedOn < `${year}-${askedFrom}`;
}

/** Validates a way home that can be chosen. */
export const wayHomeChoice = z.enum(wayHomeChoices);

/** An additional emergency contact. */
const otherContact = z.strictObject({ name: line(80), phone: callNumber });
export type OtherContact = z.infer<typeof otherContact>;
/** The additional emergency contacts of a person, in calling order. */
export const otherContacts = z.array(otherContact);
/** The maximum number of additional emergency contacts of a person. */
export const otherContactsAtMost = 2;

/** Emergency contacts and the persons who may collect a child. An empty number deletes the contact; omitted fields remain unchanged. */
export const emergencyInput = z.strictObject({
  name: line(80),
  phone: z.union([z.literal(''), callNumber]),
  others: otherContacts.max(otherContactsAtMost).optional(),
  goesHome: z.enum(waysHome).optional(),
  collectors: line(200).optional(),
});

/** An optional emergency number. */
export const optionalCallNumber = emergencyInput.shape.phone.default('');

/** A person whom the user may act for: themselves or their children. */
const ownPerson = z.object({
  id,
  club: clubName,
  relation: accessRelation,
  firstname: z.string(),
  lastname: z.string(),
  birthDate: z.string().nullable(),
  gender: gender.nullable(),
  emergencyContactName: z.string(),
  emergencyContactPhone: z.string(),
  emergencyOthers: otherContacts,
  goesHome: z.enum(waysHome),
  collectors: z.string(),
  asksEmergency: z
    .boolean()
    .describe('Whether the emergency number of a child must be confirmed again: nobody has done so since the last 1 August.'),
  mayBeChild: z.boolean().describe('Whether the account entered a minor as itself, and can make them its child.'),
});

export type OwnPerson = z.infer<typeof ownPerson>;

/** A person in the search results of staff. */
const foundPerson = z.object({
  id,
  firstname: z.string(),
  lastname: z.string(),
  birthDate: z.string().nullable(),
  isMember: z.boolean(),
  diedOn: z.string().optional(),
  isClaimed: z.boolean().describe('Whether an account entered the person and no access to them is confirmed.'),
});

const ownConsent = z.object({
  id,
  personId: id,
  name: z.string(),
  purpose: z.string(),
  textVersion: z.string(),
  text: z.string().nullable().describe('The agreed text; null if the enrolment itself states it.'),
  asked: z
    .object({ version, text: z.string() })
    .nullable()
    .describe('The new version of the text, if it requires a renewed consent; the given consent stays valid until then.'),
  grantedAt: z.iso.datetime(),
  grantedByName: z.string().nullable(),
  mayWithdraw: z.boolean(),
});
export type OwnConsent = z.infer<typeof ownConsent>;

const offeredConsent = z.object({
  personId: id,
  name: z.string(),
  purpose: z.enum(memberConsents),
  version,
  text: z.string(),
});
export type OfferedConsent = z.infer<typeof offeredConsent>;

/** Persons, and the accounts that may act for them. */
export const peopleContract = {
  mine: endpoint({ access: 'participants.read' }, { method: 'GET', path: '/people/mine', summary: 'Ich und meine Kinder' }).output(
    z.array(ownPerson),
  ),
  add: endpoint(
    { access: 'persons.createChild' },
    {
      method: 'POST',
      path: '/people/mine',
      summary: 'Mich oder mein Kind eintragen',
      description: 'One own person per club. Children are entered by a guardian without further proof.',
      refuses: ['already-registered', 'in-progress', 'key-reused'],
      example: { club: 'RWA', relation: 'guardian', firstname: 'Mia', lastname: 'Muster', birthDate: '2018-05-04', gender: 'w' },
    },
  )
    .input(
      personInput.extend({
        club: clubName,
        relation: familyRelation,
        emergencyPhone: optionalCallNumber,
        goesHome: wayHomeChoice.optional(),
        collectors: line(200).default(''),
      }),
    )
    .output(ownPerson),
  turnIntoChild: endpoint(
    { access: 'persons.createChild' },
    {
      method: 'POST',
      path: '/people/mine/{id}/as-child',
      summary: 'Wen ich als mich selbst eingetragen habe, ist mein Kind',
      description: 'For a minor that the account entered as itself; what the board confirmed only the board changes.',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
    },
  )
    .input(z.strictObject({ id }))
    .output(ownPerson),
  setEmergency: endpoint(
    { access: 'emergencyContacts.update', featureOf: 'record' },
    {
      method: 'PUT',
      path: '/people/mine/{id}/emergency-contact',
      summary: 'Wen die Übungsleitung im Notfall anruft',
      description: 'For the user and persons they act for; the last change wins. Trainers see it on the attendance lists of the person.',
      example: { name: 'Gerda Muster (Oma)', phone: '0170 1234567' },
    },
  )
    .input(emergencyInput.extend({ id }))
    .output(ownPerson),
  confirmEmergency: endpoint(
    { access: 'emergencyContacts.update', featureOf: 'record' },
    {
      method: 'POST',
      path: '/people/mine/{id}/emergency-contact/confirmation',
      summary: 'Die Notfallnummer stimmt noch',
      refuses: ['wrong-state'],
    },
  )
    .input(z.strictObject({ id }))
    .output(ownPerson),
  consents: endpoint(
    { access: 'participants.read' },
    {
      method: 'GET',
      path: '/people/consents',
      summary: 'Worin ich für mich und meine Kinder eingewilligt habe',
      description: 'The latest consent of each person and purpose, without withdrawn ones.',
    },
  ).output(z.array(ownConsent)),
  offeredConsents: endpoint(
    { access: 'participants.read' },
    {
      method: 'GET',
      path: '/people/consents/offered',
      summary: 'Worin ich noch einwilligen kann',
      description: 'Photo and newsletter consents for members whom the user acts for and who have not agreed yet. They are voluntary.',
    },
  ).output(z.array(offeredConsent)),
  giveConsent: endpoint(
    { access: 'profile.update' },
    {
      method: 'POST',
      path: '/people/consents',
      summary: 'Einwilligen',
      refuses: ['wrong-state', 'conflict', 'in-progress', 'key-reused'],
      example: { personId: '8d7a8a31-5b7c-4c57-8d0f-000000000002', purpose: 'photo_web', version: 1 },
    },
  )
    .input(offeredConsent.pick({ personId: true, purpose: true, version: true }).strict())
    .output(done),
  withdrawConsent: endpoint(
    { access: 'profile.update' },
    {
      method: 'POST',
      path: '/people/consents/{id}/withdrawal',
      summary: 'Eine Einwilligung widerrufen',
      description: 'Withdrawing the consent to a health note deletes the note.',
      refuses: ['wrong-state'],
    },
  )
    .input(z.strictObject({ id }))
    .output(done),
  renewConsent: endpoint(
    { access: 'profile.update' },
    {
      method: 'POST',
      path: '/people/consents/{id}/renewal',
      summary: 'Der neuen Fassung eines Textes zustimmen',
      refuses: ['wrong-state', 'conflict', 'in-progress', 'key-reused'],
      example: { version: 2 },
    },
  )
    .input(z.strictObject({ id, version }))
    .output(done),
  search: endpoint(
    { access: 'participants.create' },
    { method: 'GET', path: '/people', summary: 'Personen des Vereins suchen', description: 'At most 20 persons, sorted by name.' },
  )
    .input(
      z.strictObject({
        search: line(80).min(2),
        club: clubName.optional(),
        withDead: z
          .stringbool()
          .default(false)
          .describe('Includes deceased persons; only meant for access to and erasure of their records.'),
      }),
    )
    .output(z.array(foundPerson)),
};
