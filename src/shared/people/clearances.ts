import { z } from 'zod';
import { addDays, isDay, type LocalDate } from '#shared/kernel/calendar.ts';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { clubName, id, localDate } from '#shared/kernel/fields.ts';

/** The results of a certificate of good conduct; the law permits recording no more (§ 72a SGB VIII). */
export const clearanceResults = ['noEntry', 'notWithMinors'] as const;

/** The German names of the results. */
export const clearanceResultNames = { noEntry: 'Kein Eintrag', notWithMinors: 'Nicht mit Minderjährigen' } as const;

/** The states of a clearance, the most urgent first. */
export const clearanceLights = ['barred', 'missing', 'overdue', 'soon', 'valid', 'ended'] as const;
export type ClearanceLight = (typeof clearanceLights)[number];

/** States in which a valid certificate was presented. */
export const holdingClearances: readonly ClearanceLight[] = ['valid', 'soon'];

/** The German names of the states. */
export const clearanceLightNames = {
  barred: 'Nicht mit Minderjährigen',
  missing: 'Fehlt',
  overdue: 'Abgelaufen',
  soon: 'Läuft bald ab',
  valid: 'In Ordnung',
  ended: 'Tätigkeit beendet',
} as const satisfies { [light in ClearanceLight]: string };

/** The number of days before its expiry from which a clearance must be renewed. */
const soonDays = 90;

const clearanceFields = z.strictObject({
  certificateOn: localDate.describe('The issue date of the certificate.'),
  seenOn: localDate.describe('The day on which a board member inspected the certificate.'),
  result: z.enum(clearanceResults),
  dutyEndedOn: localDate
    .or(z.literal(''))
    .describe('The last day of duty; empty if none is recorded. The entry is deleted three months later.'),
});

type Noted = z.infer<typeof clearanceFields>;

const knownVersion = z.int().min(0).max(2_147_483_647).describe('0 if nothing is recorded yet.');

/** The recorded data of an inspected certificate. It has no file, since storing a copy is not permitted. */
export const clearanceInput = clearanceFields.extend({ version: knownVersion });

/** Whether a person leads an offer that minors may attend without a valid certificate (§ 72a SGB VIII). */
export function standsUncovered({ youthOffers, light }: Pick<ClearanceView, 'youthOffers' | 'light'>): boolean {
  return youthOffers.length > 0 && !holdingClearances.includes(light);
}

/** The date on which a new certificate is due. */
export function clearanceDueOn(certificateOn: LocalDate, years: number): LocalDate {
  const day = `${Number(certificateOn.slice(0, 4)) + years}${certificateOn.slice(4)}`;
  return isDay(day) ? day : `${day.slice(0, 4)}-02-28`;
}

/** The state of a clearance on a day. */
export function clearanceLight(noted: Noted | undefined, dueOn: LocalDate | '', day: LocalDate): ClearanceLight {
  if (!noted || dueOn === '') return 'missing';
  if (noted.dutyEndedOn !== '' && noted.dutyEndedOn < day) return 'ended';
  if (noted.result === 'notWithMinors') return 'barred';
  if (dueOn <= day) return 'overdue';
  return dueOn <= addDays(day, soonDays) ? 'soon' : 'valid';
}

const clearanceView = z.object({
  personId: id,
  club: clubName,
  name: z.string(),
  offers: z.array(z.string()).describe('Current and future offers led by the person.'),
  youthOffers: z.array(z.string()).describe('Those of the offers that people under 18 may attend.'),
  noted: clearanceFields.nullable(),
  seenBy: z.string(),
  dueOn: z.string().describe('The day on which a new certificate is due; empty if nothing is recorded.'),
  lastDay: z
    .string()
    .describe('The proposed last day of duty, if the person no longer leads an offer and none is recorded; otherwise empty.'),
  light: z.enum(clearanceLights),
  version: knownVersion,
});
export type ClearanceView = z.infer<typeof clearanceView>;

const ownClearance = clearanceView.pick({ club: true, light: true, dueOn: true }).extend({
  certificateOn: z.string(),
  seenOn: z.string(),
});

/** Clearances: the certificates of good conduct inspected by a club's board. */
export const clearancesContract = {
  list: endpoint(
    { access: 'clearances.manage' },
    {
      method: 'GET',
      path: '/clearances',
      summary: 'Führungszeugnisse der Übungsleitenden',
      description: 'Persons who lead an offer or have an entry, most urgent first; at most 1,000.',
    },
  )
    .input(z.strictObject({ club: clubName.optional() }))
    .output(z.array(clearanceView)),
  mine: endpoint(
    { access: 'trainerFiles.readOwn' },
    { method: 'GET', path: '/clearances/mine', summary: 'Was die Vereine von meinem Führungszeugnis festgehalten haben' },
  ).output(z.array(ownClearance)),
  note: endpoint(
    { access: 'clearances.manage', fresh: true },
    {
      method: 'PUT',
      path: '/clearances/{personId}',
      summary: 'Eingesehenes Führungszeugnis festhalten',
      description: 'Stores date and result only; no copy of the certificate is stored.',
      example: { certificateOn: '2026-01-12', seenOn: '2026-01-20', result: 'noEntry', dutyEndedOn: '', version: 0 },
    },
  )
    .input(clearanceInput.extend({ personId: id }))
    .output(clearanceView),
  remove: endpoint(
    { access: 'clearances.manage', fresh: true },
    { method: 'DELETE', path: '/clearances/{personId}', summary: 'Angaben zum Führungszeugnis löschen' },
  )
    .input(z.strictObject({ personId: id }))
    .output(done),
};
