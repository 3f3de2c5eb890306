import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, email, id, line, paragraphs, requiredLine, version, localDate } from '#shared/kernel/fields.ts';
import { iban } from '#shared/kernel/iban.ts';
import { accessChoice, allowedAccounts } from './access.ts';
import { declineInput } from './changeRequests.ts';
import { memberKindNames } from './memberWords.ts';
import { gender, optionalCallNumber } from './people.ts';

/** The states of a membership application. */
export const applicationStates = ['new', 'accepted', 'declined'] as const;

const kind = z.enum(memberKindNames);
const contact = {
  phone: optionalCallNumber,
  mobile: optionalCallNumber,
  street: requiredLine(120),
  houseNo: requiredLine(20),
  postcode: requiredLine(12),
  city: requiredLine(80),
};
const bank = { iban: z.union([z.literal(''), iban]).default(''), accountHolder: line(70).default('') };

/** The fields of an application besides name and birth date. */
const details = z.object({
  gender,
  phone: z.string(),
  mobile: z.string(),
  street: z.string(),
  houseNo: z.string(),
  postcode: z.string(),
  city: z.string(),
  kind,
  joinsOn: z.string(),
  departmentIds: z.array(id),
  note: z.string(),
});
export type ApplicationDetails = z.infer<typeof details>;

/** The maximum number of further children in an application. */
export const furtherChildrenAtMost = 7;

/** A further child of the same application, without the fields shared by the family. */
const furtherChild = z.strictObject({
  firstname: requiredLine(80),
  lastname: requiredLine(80),
  birthDate: localDate,
  gender: gender.default('x'),
  departmentIds: z.array(id).max(10).default([]),
});

/** An application for membership. */
export const applicationInput = z.strictObject({
  club: clubName
    .exclude(['GSV'])
    .optional()
    .describe('The club that is joined; the club of the host by default, required on the host of the association.'),
  firstname: requiredLine(80),
  lastname: requiredLine(80),
  birthDate: localDate,
  gender: gender.default('x'),
  ...contact,
  kind: kind.exclude(['honorary']).default('active'),
  joinsOn: localDate,
  departmentIds: z.array(id).max(10).default([]),
  isForChild: z.boolean().default(false),
  applicantName: line(120).default('').describe('The name of the applicant, if they apply for a child.'),
  applicantEmail: email,
  ...bank,
  acceptsMandate: z.boolean().default(false),
  acceptsTerms: z.literal(true, 'Bitte erkennen Sie Satzung und Beitragsordnung an.'),
  acceptsPrivacy: z.literal(true, 'Bitte bestätigen Sie die Hinweise zum Datenschutz.'),
  allowsPhotos: z.boolean().default(false),
  wantsNewsletter: z.boolean().default(false),
  note: paragraphs(1000).default(''),
  children: z
    .array(furtherChild)
    .max(furtherChildrenAtMost)
    .default([])
    .describe('Further children of the applicant, with the same address, bank account, first day and consents.'),
});

/** An application, for the board; the bank account is masked. */
const application = z.object({
  id,
  club: clubName,
  createdAt: z.string(),
  applicantName: z.string(),
  applicantEmail: z.string(),
  isForChild: z.boolean(),
  firstname: z.string(),
  lastname: z.string(),
  birthDate: z.string(),
  ...details.shape,
  departments: z.array(z.string()),
  account: z.string().describe('Masked; empty without a mandate.'),
  accountHolder: z.string(),
  consents: z.array(z.string()),
  together: z.array(z.string()).describe('The other persons named in the same application.'),
  isKnown: z.boolean().describe('Whether the club knows a person with the same name and birth date.'),
  access: accessChoice,
  hasAccount: z.boolean().describe('Whether the applicant applied with an account.'),
  state: z.enum(applicationStates),
  reason: z.string(),
  memberId: id.nullable(),
  version,
});
export type Application = z.infer<typeof application>;

/** The state of an application, for the holder of the link in its mail. */
const applicationState = z.object({
  club: clubName,
  people: z.array(
    z.object({
      name: z.string(),
      state: z.enum(applicationStates),
      reason: z.string().describe('The reason of a declined application.'),
      memberNo: z.string().nullable(),
      from: localDate.describe('The first day of membership, as applied for or as accepted.'),
      fees: z.array(z.string()).describe('German sentences about the fees.'),
    }),
  ),
});
export type ApplicationState = z.infer<typeof applicationState>;

/** The data that the board adds when it accepts an application. */
export const acceptInput = z.strictObject({
  memberNo: requiredLine(20),
  joinedOn: localDate,
  allowed: allowedAccounts,
  invitesApplicant: z
    .boolean()
    .default(false)
    .describe('Whether an applicant without an account is invited to create one that acts for the member.'),
});

const page = z.string().nullable().describe('The path of the published page; null without one.');

/** How a club takes members: by applications online, or by contact. */
const membershipOffer = z.object({
  isOpen: z.boolean().describe('Whether applications are switched on and all texts are published.'),
  texts: z.object({ statutes: page, fees: page, privacy: page }),
  contact: page,
});
export type MembershipOffer = z.infer<typeof membershipOffer>;

const inbox = z.strictObject({ club: clubName.optional(), isOpen: z.stringbool().default(true) });

/** Membership applications. */
export const membershipApplicationsContract = {
  offer: endpoint(
    { access: 'members.apply' },
    {
      method: 'GET',
      path: '/membership-offers/{club}',
      summary: 'Wie ein Verein Mitglieder aufnimmt',
      description: 'Whether the club takes applications online, the pages of the texts to agree to, and its contact page.',
    },
  )
    .input(z.strictObject({ club: clubName.exclude(['GSV']) }))
    .output(membershipOffer),
  apply: endpoint(
    { access: 'members.apply' },
    {
      method: 'POST',
      path: '/membership-applications',
      summary: 'Mitgliedschaft beantragen',
      description:
        'For the applicant, their child and further children; one application is created per person. At most five per day and network address.',
      refuses: ['no-applications', 'in-progress', 'key-reused'],
      example: {
        firstname: 'Mia',
        lastname: 'Muster',
        birthDate: '1990-05-04',
        street: 'Am Sportplatz',
        houseNo: '3',
        postcode: '59999',
        city: 'Auenfeld',
        joinsOn: '2026-12-01',
        applicantEmail: 'mia@example.org',
        acceptsTerms: true,
        acceptsPrivacy: true,
      },
    },
  )
    .input(applicationInput)
    .output(done),
  state: endpoint(
    { access: 'members.apply' },
    {
      method: 'GET',
      path: '/application-states/{token}',
      summary: 'Den Stand eines Mitgliedsantrags lesen',
      description: 'For the holder of the link in the mail.',
    },
  )
    .input(z.strictObject({ token: z.string().min(20).max(100) }))
    .output(applicationState),
  list: endpoint(
    { access: 'members.create' },
    { method: 'GET', path: '/membership-applications', summary: 'Mitgliedsanträge des Vereins', description: 'At most 200.' },
  )
    .input(inbox)
    .output(z.array(application)),
  accept: endpoint(
    { access: 'members.create', fresh: true },
    {
      method: 'POST',
      path: '/membership-applications/{id}/accept',
      summary: 'Antrag annehmen',
      description:
        'Creates the person, the membership, the mandate and the consents, and sends a mail to the applicant. Only the accounts in `allowed` get access to the member.',
      refuses: ['wrong-state', 'member-number-taken', 'already-member', 'in-progress', 'key-reused'],
      example: { memberNo: '4711', joinedOn: '2026-12-01', version: 1 },
    },
  )
    .input(acceptInput.extend({ id, version }))
    .output(application),
  decline: endpoint(
    { access: 'members.create' },
    {
      method: 'POST',
      path: '/membership-applications/{id}/decline',
      summary: 'Antrag ablehnen',
      refuses: ['wrong-state', 'in-progress', 'key-reused'],
      example: { reason: 'Die Abteilung ist voll.', version: 1 },
    },
  )
    .input(declineInput.extend({ id, version }))
    .output(application),
};
