import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName, email, id, line, pageQuery, paragraphs, requiredLine, exportLook, version, localDate } from '#shared/kernel/fields.ts';
import { memberBatch, memberBatchAtMost, memberBatchDone, memberFilter, selectedBy } from './memberBatch.ts';
import { memberKindNames } from './memberWords.ts';
import { knownPerson } from './knownPerson.ts';
import { gender } from './people.ts';

const kind = z.enum(memberKindNames);
const orNothing = <T extends z.ZodType>(shape: T) => z.union([z.literal(''), shape]);

/** A date, or an empty string. */
const optionalDay = orNothing(localDate).default('');

/** The personal data of a member as entered by the board; empty strings for unknown values. */
export const memberPerson = z.strictObject({
  firstname: requiredLine(80),
  lastname: requiredLine(80),
  birthDate: optionalDay,
  gender: gender.default('x'),
  email: orNothing(email).default(''),
  phone: line(40).default(''),
  mobile: line(40).default(''),
  street: line(120).default(''),
  houseNo: line(20).default(''),
  postcode: line(12).default(''),
  city: line(80).default(''),
  emergencyContactName: line(120).default(''),
  emergencyContactPhone: line(40).default(''),
});

export type MemberPerson = z.infer<typeof memberPerson>;

/** The membership number: letters, digits and - / . only, so that it can be sorted and read aloud. */
const memberNo = requiredLine(20).regex(/^[\p{L}\p{N}./-]+$/u, 'Bitte nur Buchstaben, Ziffern, Punkt, Schrägstrich und Bindestrich.');

/** The fields of a membership. */
export const membership = z.strictObject({ memberNo, kind: kind.default('active'), joinedOn: localDate, feeGroup: line(60).default('') });

/** The payer of the fees, if another person; unchanged if omitted. */
const payerPersonId = id.nullable().optional();

/** A new member: the person or the ID of a known person, the membership and the payer. */
export const createMemberInput = memberPerson.extend({
  ...membership.shape,
  payerPersonId,
  personId: id.optional().describe('A person already known to the club; the input is written to this person.'),
  departmentIds: z.array(id).max(30).default([]),
});
/** The editable fields of a member, with the version that the edit is based on. */
export const editMemberInput = memberPerson.extend({ ...membership.shape, payerPersonId, version });

/** The departments of a member from a date on. */
export const departmentsInput = z.strictObject({ departmentIds: z.array(id).max(30), from: localDate });

/** The termination of a membership; without a date it is withdrawn. */
export const leaveInput = z.strictObject({ leftOn: optionalDay, noticeOn: optionalDay, leaveReason: paragraphs(300).default('') });

/** A member in the overview. Birth date and address are only part of the single record. */
const listedMember = z.object({
  id,
  personId: id,
  memberNo: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  kind,
  joinedOn: z.string(),
  leftOn: z.string().nullable(),
  departments: z.array(z.string()).describe('The departments as of today.'),
});

export type ListedMember = z.infer<typeof listedMember>;

/** The complete record of a member. */
const memberRecord = z.object({
  id,
  personId: id,
  club: clubName,
  ...memberPerson.shape,
  ...membership.shape,
  payerPersonId: id.nullable(),
  payer: z.string().describe('The name of the payer if it is another person.'),
  noticeOn: z.string().nullable(),
  leftOn: z.string().nullable(),
  leaveReason: z.string(),
  diedOn: z.string().nullable(),
  departments: z.array(z.object({ departmentId: id, name: z.string(), validFrom: z.string(), validTo: z.string().nullable() })),
  others: z.array(z.object({ id, memberNo: z.string(), joinedOn: z.string(), leftOn: z.string().nullable() })),
  version: version.describe('Incremented with each change of the person or of the membership.'),
});

export type MemberRecord = z.infer<typeof memberRecord>;

/** The sort orders of the member overview. */
export const memberSorts = ['name', 'number', 'joinedOn'] as const;

/** A membership of the user, with the data needed to link to it. */
const ownMember = z.object({ id, club: clubName, memberNo: z.string(), firstname: z.string(), lastname: z.string() });
export type OwnMember = z.infer<typeof ownMember>;

const one = z.strictObject({ id });
const person = {
  firstname: 'Mia',
  lastname: 'Muster',
  birthDate: '2012-05-04',
  gender: 'w',
  email: 'mia@example.org',
  street: 'Am Sportplatz',
  houseNo: '3',
  postcode: '59999',
  city: 'Auenfeld',
};
const isMemberAlready = ['member-number-taken', 'already-member'] as const;

/** The members of a club (/admin/members, /member/{memberId}). */
export const membersContract = {
  list: endpoint(
    { access: 'members.list' },
    {
      method: 'GET',
      path: '/members',
      summary: 'Mitglieder auflisten',
      description: 'Keyset pagination; the first page contains the total.',
    },
  )
    .input(
      z.strictObject({
        ...pageQuery,
        ...memberFilter,
        sort: z.enum(memberSorts).default('name'),
        descending: z.stringbool().default(false),
      }),
    )
    .output(
      z.object({
        rows: z.array(listedMember),
        next: z.string().nullable(),
        total: z.int().nullable().describe('The number of matching members, counted up to 1000; only on the first page.'),
      }),
    ),
  nextNumber: endpoint(
    { access: 'members.create' },
    { method: 'GET', path: '/members/next-number', summary: 'Nächste freie Mitgliedsnummer' },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.object({ memberNo: z.string() })),
  feeGroups: endpoint(
    { access: 'members.list' },
    { method: 'GET', path: '/members/fee-groups', summary: 'Beitragsgruppen der Mitglieder', description: 'Sorted by name; at most 200.' },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(z.string())),
  alike: endpoint(
    { access: 'members.create' },
    {
      method: 'GET',
      path: '/members/alike',
      summary: 'Wen der Verein unter diesem Namen schon kennt',
      description: 'Persons with a similar name and the same birth date, or the same name if a birth date is missing; at most 5.',
    },
  )
    .input(z.strictObject({ club: clubName.optional(), firstname: line(80), lastname: line(80), birthDate: optionalDay }))
    .output(z.array(knownPerson)),
  export: endpoint(
    // The export of a hundred thousand rows takes several seconds.
    { access: 'members.export', fresh: true, answerMs: 20_000 },
    {
      method: 'GET',
      path: '/members/export',
      summary: 'Mitglieder als CSV oder XLSX',
      description: 'XLSX is limited to 20,000 rows, since the file is built in memory.',
      refuses: ['too-many-rows'],
    },
  )
    .input(
      z.strictObject({
        ...memberFilter,
        sort: z.enum(memberSorts).default('name'),
        descending: z.stringbool().default(false),
        ...exportLook,
      }),
    )
    .output(z.file()),
  exportChosen: endpoint(
    { access: 'members.export', fresh: true },
    {
      method: 'POST',
      path: '/members/export',
      summary: 'Ausgewählte Mitglieder als CSV oder XLSX',
      refuses: ['in-progress', 'key-reused'],
      example: { ids: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'], format: 'csv' },
    },
  )
    .input(z.strictObject({ club: clubName.optional(), ids: z.array(id).min(1).max(memberBatchAtMost), ...exportLook }))
    .output(z.file()),
  selection: endpoint(
    { access: 'members.list' },
    {
      method: 'GET',
      path: '/members/selection',
      summary: 'Alle Mitglieder eines Filters auswählen',
      description: `The ids of at most ${memberBatchAtMost} members, their total number, and a mark with which the batch endpoint detects changes of the result.`,
    },
  )
    .input(z.strictObject(memberFilter))
    .output(z.object({ ids: z.array(id), count: z.int(), mark: z.string() })),
  batch: endpoint(
    { access: 'members.update', answerMs: 15_000 },
    {
      method: 'POST',
      path: '/members/batch',
      summary: 'Mehrere Mitglieder auf einmal ändern',
      description:
        'Runs in one transaction: all or none. Fails with 409 if the `batchId` was used before or the result of the filter has changed.',
      refuses: ['already-committed', 'selection-changed', 'in-progress', 'key-reused'],
      example: {
        batchId: '7d4d4c1e-6a0f-4a6c-9b1c-2f8f3f1f5a11',
        ids: ['3f0c2a9e-54f4-4c38-8d0f-0a5f7b1f9b11'],
        change: { action: 'setKind', kind: 'passive' },
      },
    },
  )
    .input(
      z.strictObject({ batchId: z.uuid(), ids: z.array(id).min(1).max(memberBatchAtMost), of: selectedBy.optional(), change: memberBatch }),
    )
    .output(memberBatchDone),
  mine: endpoint(
    { access: 'members.read' },
    { method: 'GET', path: '/members/mine', summary: 'Eigene Mitgliedschaften', description: 'Of the user and persons they act for.' },
  ).output(z.array(ownMember)),
  read: endpoint(
    { access: 'members.read' },
    { method: 'GET', path: '/members/{id}', summary: 'Ein Mitglied lesen', description: 'For the board and accounts of the member.' },
  )
    .input(one)
    .output(memberRecord),
  create: endpoint(
    { access: 'members.create' },
    {
      method: 'POST',
      path: '/members',
      summary: 'Mitglied aufnehmen',
      refuses: [...isMemberAlready, 'in-progress', 'key-reused'],
      example: { ...person, memberNo: '9001', kind: 'active', joinedOn: '2026-11-01' },
    },
  )
    .input(createMemberInput.extend({ club: clubName.optional() }))
    .output(memberRecord),
  rejoin: endpoint(
    { access: 'members.create' },
    {
      method: 'POST',
      path: '/members/{id}/rejoin',
      summary: 'Ehemaliges Mitglied wieder aufnehmen',
      description: 'Creates a new membership of the same person; the old one is kept.',
      refuses: [...isMemberAlready, 'in-progress', 'key-reused'],
      example: { memberNo: '9002', kind: 'active', joinedOn: '2026-11-01' },
    },
  )
    .input(membership.extend({ id }))
    .output(memberRecord),
  update: endpoint(
    { access: 'members.update' },
    {
      method: 'PATCH',
      path: '/members/{id}',
      summary: 'Person und Mitgliedschaft ändern',
      refuses: isMemberAlready,
      example: { ...person, memberNo: '9001', kind: 'passive', joinedOn: '2026-11-01', version: 2 },
    },
  )
    .input(editMemberInput.extend({ id }))
    .output(memberRecord),
  setDepartments: endpoint(
    { access: 'members.update' },
    {
      method: 'PUT',
      path: '/members/{id}/departments',
      summary: 'Abteilungen ab einem Tag festlegen',
      description: 'Memberships in departments that are not listed end on the day before; the history is kept.',
      example: { departmentIds: [], from: '2026-11-01', version: 2 },
    },
  )
    .input(departmentsInput.extend({ id, version }))
    .output(memberRecord),
  leave: endpoint(
    { access: 'members.update' },
    {
      method: 'PUT',
      path: '/members/{id}/leave',
      summary: 'Austritt eintragen oder zurücknehmen',
      description: 'Also ends the memberships in departments. Without a day the leave is withdrawn.',
      refuses: ['already-member'],
      example: { leftOn: '2026-12-31', noticeOn: '', leaveReason: '', version: 2 },
    },
  )
    .input(leaveInput.extend({ id, version }))
    .output(memberRecord),
};
