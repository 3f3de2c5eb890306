import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, line, localDate, requiredLine, version } from '#shared/kernel/fields.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { reportAdapterNames, reportFormats } from './reportAdapters.ts';
import { reportCauses } from './reportCauses.ts';
import { gender } from '../people.ts';

const count = z.int();
const digits = (most: number) => line(most).regex(/^\d*$/, 'Bitte nur Ziffern.');

/** The report settings of a club. */
const profileInput = {
  adapter: z.enum(reportAdapterNames),
  clubNumber: digits(10).describe('The number of the club at its sports association; leading zeros are significant.'),
  softwareKey: line(60).default(''),
  contactPerson: line(120),
  isMemberOf: z
    .array(requiredLine(10).regex(/^\d+$/, 'Bitte nur Ziffern.'))
    .max(60)
    .default([])
    .describe('The numbers of the federations of which the club is a member; if empty, memberships in federations are not checked.'),
};
/** The form of the report settings. */
export const reportProfileInput = z.strictObject(profileInput);

const profileVersion = z.int().min(0).describe('0 if the club has not saved any settings yet.');
const reportProfile = z.object({ ...profileInput, version: profileVersion });
export type ReportProfile = z.infer<typeof reportProfile>;

/** Numbers by gender as reported: o is "ohne Angabe". */
const reportedCounts = { m: count, w: count, d: count, o: count };
const bracket = z.object({ from: z.int(), to: z.int().nullable(), ...reportedCounts });
export type ReportedBracket = z.infer<typeof bracket>;

const totals = z.object({
  total: count,
  brackets: z.array(bracket),
  associations: z.array(z.object({ no: z.string(), name: z.string(), members: count })),
});
export type ReportTotals = z.infer<typeof totals>;

const faulty = z.object({
  memberId: id,
  memberNo: z.string(),
  name: z.string(),
  birthDate: z.string().nullable(),
  gender,
  isPassive: z.boolean(),
});
export type FaultyMember = z.infer<typeof faulty>;

const causeGroup = z.object({
  cause: z.enum(keysOf(reportCauses)),
  count,
  members: z.array(faulty).describe('At most 500 members.'),
  departments: z
    .array(z.object({ id, name: z.string(), members: count, associations: z.array(z.string()) }))
    .describe('The affected departments, if the cause lies with departments.'),
});
export type CauseGroup = z.infer<typeof causeGroup>;

const someone = z.object({ memberId: id.nullable(), name: z.string() });
const comparison = z.object({
  keyDate: localDate,
  before: totals,
  now: totals,
  joined: z.array(someone),
  left: z.array(someone),
});
export type ReportComparison = z.infer<typeof comparison>;

const cockpit = z.object({
  keyDate: localDate,
  total: count,
  ready: count.describe('The number of members that no cause keeps from being reported.'),
  window: z.object({ opensOn: localDate, closesOn: localDate }).nullable(),
  profile: reportProfile,
  causes: z.array(causeGroup),
  blocking: z.array(z.string()).describe('The reasons why the report cannot be frozen, as German sentences.'),
  comparison: comparison.nullable().describe('Compares with the last report submitted for an earlier key date; null if there is none.'),
});
export type ReportCockpit = z.infer<typeof cockpit>;

/** The states of a report snapshot. */
export const snapshotStates = ['frozen', 'handedIn', 'replaced'] as const;
/** The German names of the states. */
export const snapshotStateNames: { readonly [state in (typeof snapshotStates)[number]]: string } = {
  frozen: 'eingefroren',
  handedIn: 'abgegeben',
  replaced: 'ersetzt',
};

const snapshot = z.object({
  id,
  keyDate: localDate,
  number: z.int(),
  state: z.enum(snapshotStates),
  adapter: z.enum(reportAdapterNames),
  total: count,
  notInJa: count.describe('The number of members that ja.dat cannot represent: gender other than m and w.'),
  leftOut: z.array(someone.extend({ cause: z.enum(keysOf(reportCauses)) })),
  hash: z.string(),
  files: z.array(z.object({ name: z.string(), sha256: z.string(), format: z.string() })),
  madeBy: z.string(),
  madeAt: z.iso.datetime(),
  handedInOn: z.string().nullable(),
  portalReference: z.string(),
  isReleased: z.boolean(),
  version,
});
export type ReportSnapshot = z.infer<typeof snapshot>;

/** The submission of a report: its date and the reference number of the portal. */
export const handingIn = z.strictObject({
  on: localDate,
  portalReference: line(60).default(''),
  isReleased: z
    .boolean()
    .default(false)
    .describe('Whether its totals are released to the town association at once, as those of the one it replaces.'),
});

const freezing = { access: 'memberStatistic.freeze', answerMs: 10_000 } as const;
const ofClub = { club: clubName.optional() };

/** The report to the association, from its faults to its submission. */
export const reportSnapshotsContract = {
  cockpit: endpoint(
    { access: 'memberStatistic.read', answerMs: 10_000 },
    { method: 'GET', path: '/member-report/cockpit', summary: 'Stand der Bestandserhebung, Fehler nach Ursachen' },
  )
    .input(z.strictObject({ ...ofClub, keyDate: localDate }))
    .output(cockpit),
  saveProfile: endpoint(freezing, {
    method: 'PUT',
    path: '/member-report/profile',
    summary: 'Angaben des Vereins zur Meldung speichern',
    refuses: ['conflict'],
    example: { adapter: 'nrw', clubNumber: '0123456', softwareKey: '', contactPerson: 'Erika Muster', isMemberOf: ['0040'], version: 0 },
  })
    .input(z.strictObject({ ...ofClub, ...profileInput, version: profileVersion }))
    .output(reportProfile),
  list: endpoint({ access: 'memberStatistic.read' }, { method: 'GET', path: '/member-report/snapshots', summary: 'Eingefrorene Meldungen' })
    .input(z.strictObject(ofClub))
    .output(z.array(snapshot)),
  freeze: endpoint(
    { ...freezing, fresh: true },
    {
      method: 'POST',
      path: '/member-report/snapshots',
      summary: 'Stichtag einfrieren',
      description:
        'Fails with the causes if members cannot be reported. With `leavesOut`, members without birth date or gender are omitted and listed.',
      refuses: ['not-ready', 'in-progress', 'key-reused'],
      example: { keyDate: '2027-01-01', leavesOut: false },
    },
  )
    .input(z.strictObject({ ...ofClub, keyDate: localDate, leavesOut: z.boolean().default(false) }))
    .output(snapshot),
  file: endpoint(
    { ...freezing, fresh: true },
    { method: 'GET', path: '/member-report/snapshots/{id}/file', summary: 'Datei einer eingefrorenen Meldung' },
  )
    .input(z.strictObject({ id, format: z.enum(keysOf(reportFormats)) }))
    .output(z.file()),
  handIn: endpoint(freezing, {
    method: 'POST',
    path: '/member-report/snapshots/{id}/handing-in',
    summary: 'Meldung als abgegeben vermerken',
    refuses: ['conflict', 'wrong-state'],
    example: { on: '2027-01-15', portalReference: 'BE-2027-4711', version: 1 },
  })
    .input(handingIn.extend({ id, version }))
    .output(snapshot),
  release: endpoint(freezing, {
    method: 'POST',
    path: '/member-report/snapshots/{id}/release',
    summary: 'Abgegebene Meldung für den Gemeindesportverband freigeben oder die Freigabe zurückziehen',
    refuses: ['conflict', 'wrong-state'],
    example: { isReleased: true, version: 2 },
  })
    .input(z.strictObject({ id, version, isReleased: z.boolean() }))
    .output(snapshot),
  discard: endpoint(freezing, {
    method: 'DELETE',
    path: '/member-report/snapshots/{id}',
    summary: 'Eingefrorene Meldung verwerfen',
    description: 'Only reports that were not submitted can be discarded.',
    refuses: ['wrong-state'],
  })
    .input(z.strictObject({ id }))
    .output(done),
};
