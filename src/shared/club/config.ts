import { z } from 'zod';
import type { Role } from '#shared/kernel/roles.ts';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import { email, line, roleName } from '#shared/kernel/fields.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { clubNumberOf, feeYearOf, honourParametersOf, orderParametersOf, partsOf, remindsItselfOf, spheresOf } from './clubParameters.ts';
import { memberParameters } from './memberParameters.ts';
import { moneyParameters } from './moneyParameters.ts';

const address = z.union([z.literal(''), email]);
/** A list of strings as a default, typed as mutable. */
const texts = (...of: string[]): string[] => of;
const staffRoles = (): Role[] => ['admin', 'super'];
const roleOrNone = z.union([z.literal(''), roleName]);

/**
 * The parameters of the config document `parameters` (specification section 3): each with its shape, default, German
 * label and help, and whether it is sent to every browser at start. Secrets are never stored here.
 */
export const parameters = {
  feedbackMail: {
    shape: address,
    default: '',
    label: 'Adresse für Rückmeldungen zum Verein',
    help: 'An diese Adresse gehen Rückmeldungen, die den Verein betreffen.',
    isPublic: false,
  },
  appFeedbackMail: {
    shape: address,
    default: '',
    label: 'Adresse für Rückmeldungen zur App',
    help: 'An diese Adresse gehen Rückmeldungen, die die Anwendung betreffen.',
    isPublic: false,
  },
  showSignInErrors: {
    shape: z.boolean(),
    default: false,
    label: 'Hinweis bei fehlgeschlagener Anmeldung',
    help: 'Zeigt nach einer fehlgeschlagenen Anmeldung einen neutralen Satz. Ausgeschaltet bleibt die Anmeldung stumm.',
    isPublic: true,
  },
  'audit.loginExemptRole': {
    shape: roleOrNone,
    default: 'super',
    label: 'Rolle ohne Anmelde-Eintrag im Protokoll',
    help: 'Anmeldungen mit dieser Rolle stehen nicht im Protokoll. Leer: alle Anmeldungen stehen darin.',
    isPublic: false,
  },
  'audit.loginExemptNames': {
    shape: z.array(line(160)).max(20),
    default: texts(),
    label: 'Personen ohne Anmelde-Eintrag im Protokoll',
    help: 'Anmeldungen dieser Personen (voller Name) stehen nicht im Protokoll.',
    whenEmpty: 'Niemand',
    isPublic: false,
  },
  'secondFactor.roles': {
    shape: z.array(roleName).max(5),
    default: staffRoles(),
    label: 'Rollen mit zweitem Faktor',
    help: 'Wer eine dieser Rollen hat, richtet innerhalb von 14 Tagen eine Code-App für das Einloggen ein. In der Demonstration gilt es erst, wenn es hier gesetzt wird.',
    whenEmpty: 'Niemand',
    isPublic: false,
  },
  'retention.auditMonths': {
    shape: z.int().min(1).max(120),
    default: 12,
    label: 'Aufbewahrung des Protokolls (Monate)',
    help: 'Was älter ist, wird nachts gelöscht.',
    isPublic: false,
  },
  'retention.securityLogDays': {
    shape: z.int().min(30).max(730),
    default: 365,
    label: 'Aufbewahrung des Sicherheitsprotokolls (Tage)',
    help: 'Was älter ist, wird nachts gelöscht.',
    isPublic: false,
  },
  'people.ownAccountFromAge': {
    shape: z.int().min(6).max(18),
    default: 16,
    label: 'Eigenes Konto ab (Jahre)',
    help: 'Ab diesem Alter darf der Vorstand einem Kind ein eigenes Konto geben, neben dem der Eltern.',
    isPublic: false,
  },
  'people.clearanceYears': {
    shape: z.int().min(1).max(10),
    default: 5,
    label: 'Führungszeugnis gilt (Jahre)',
    help: 'So viele Jahre nach seinem Datum soll ein neues Führungszeugnis vorliegen.',
    isPublic: false,
  },
  'people.clearanceBlocks': {
    shape: z.boolean(),
    default: false,
    label: 'Ohne Führungszeugnis kein Angebot mit Minderjährigen',
    help: 'Angebote, an denen Minderjährige teilnehmen können, werden ohne gültiges Führungszeugnis aller Leitenden nicht veröffentlicht, und niemand ohne wird eingeteilt. Ausgeschaltet: nur ein Hinweis.',
    isPublic: false,
  },
  'money.firstDueDays': {
    shape: z.int().min(1).max(60),
    default: 14,
    label: 'Zahlungsziel (Tage)',
    help: 'So viele Tage nach einer Absage ist ihre Gebühr fällig, und so viele nach einer Anmeldung frühestens der Preis.',
    isPublic: false,
  },
  'money.groupDueDay': {
    shape: z.int().min(1, 'Mindestens der 1.').max(28, 'Höchstens der 28.'),
    default: 15,
    label: 'Fälligkeit der Dauerangebote (Tag im Monat)',
    help: 'Was je Monat, Quartal oder Jahr bezahlt wird, ist nach einer Anmeldung zuerst an diesem Tag fällig, frühestens nach dem Zahlungsziel.',
    isPublic: false,
  },
  'dunning.minCents': {
    shape: z.int().min(0, 'Mindestens 0,00 €.').max(10_000, 'Höchstens 100,00 €.'),
    default: 500,
    label: 'Gemahnt wird ab (Euro)',
    help: 'Wer weniger schuldet, bekommt keine Zahlungserinnerung und keine Mahnung.',
    isPublic: false,
  },
  'fees.announced': {
    shape: z.boolean(),
    default: true,
    label: 'Änderungen des Beitrags ankündigen',
    help: 'Sechs Wochen bevor durch das Alter ein anderer Beitrag gilt oder ein Nachweis endet, bekommen Zahlende und Mitglied eine Mail.',
    isPublic: false,
  },
  'fees.hoursAnnounced': {
    shape: z.boolean(),
    default: true,
    label: 'Fehlende Helferstunden im November ankündigen',
    help: 'Wem nach den Beitragsregeln noch Stunden fehlen, der bekommt einmal im November eine Mail mit dem Weg zu den offenen Schichten.',
    isPublic: false,
  },
  ...moneyParameters,
  'lsb.ageBrackets': {
    shape: z
      .array(z.string().regex(/^\d{1,3}$/, 'Bitte das höchste Alter jeder Gruppe als Zahl.'))
      .min(1)
      .max(20)
      .refine((ends) => ends.every((end, at) => at === 0 || Number(end) > Number(ends[at - 1])), 'Bitte aufsteigend.'),
    default: texts('6', '14', '18', '26', '40', '60'),
    label: 'Altersgruppen der Bestandserhebung',
    help: 'Das höchste Alter jeder Gruppe; die letzte reicht darüber hinaus. DOSB: 6, 14, 18, 26, 40, 60.',
    isPublic: false,
  },
  'lsb.RWA.clubNumber': clubNumberOf('RWA'),
  'lsb.SCB.clubNumber': clubNumberOf('SCB'),
  'lsb.GSV.clubNumber': clubNumberOf('GSV'),
  'dunning.RWA.remindsItself': remindsItselfOf('RWA'),
  'dunning.SCB.remindsItself': remindsItselfOf('SCB'),
  'dunning.GSV.remindsItself': remindsItselfOf('GSV'),
  'books.RWA.spheres': spheresOf('RWA'),
  'books.SCB.spheres': spheresOf('SCB'),
  'books.GSV.spheres': spheresOf('GSV'),
  'fees.RWA.yearStart': feeYearOf('RWA'),
  'fees.SCB.yearStart': feeYearOf('SCB'),
  'fees.GSV.yearStart': feeYearOf('GSV'),
  ...orderParametersOf('RWA'),
  ...orderParametersOf('SCB'),
  ...orderParametersOf('GSV'),
  ...memberParameters,
  ...partsOf('RWA'),
  ...partsOf('SCB'),
  ...partsOf('GSV'),
  ...honourParametersOf('RWA'),
  ...honourParametersOf('SCB'),
  ...honourParametersOf('GSV'),
  'retention.voucherYears': {
    shape: z.int().min(8).max(30),
    default: 8,
    label: 'Aufbewahrung von Belegen (Jahre)',
    help: 'Bis zum 31.12. so viele Jahre nach dem Jahr des Belegs (§ 147 AO, seit 2025 acht Jahre).',
    isPublic: false,
  },
  'retention.mandateMonths': {
    shape: z.int().min(14).max(120),
    default: 14,
    label: 'Aufbewahrung von Lastschriftmandaten (Monate)',
    help: 'So lange nach dem letzten Einzug, mindestens 14 Monate (SEPA-Regelwerk).',
    isPublic: false,
  },
  'retention.formerMemberYears': {
    shape: z.int().min(1).max(30),
    default: 3,
    label: 'Aufbewahrung nach dem Austritt (Jahre)',
    help: 'Danach werden frühere Mitglieder und Gäste, die nicht wiedergekommen sind, nachts gelöscht (§ 195 BGB).',
    isPublic: false,
  },
  'retention.healthNoteDays': {
    shape: z.int().min(1).max(365),
    default: 30,
    label: 'Gesundheitshinweise und Wartelisten (Tage)',
    help: 'So lange nach dem letzten Kurs (DSGVO Art. 5 und 9).',
    isPublic: false,
  },
  'retention.feedbackMonths': {
    shape: z.int().min(1).max(120),
    default: 12,
    label: 'Aufbewahrung erledigter Rückmeldungen (Monate)',
    help: 'Ältere beantwortete und geschlossene Nachrichten werden nachts gelöscht.',
    isPublic: false,
  },
  'mail.bulkPerMinute': {
    shape: z.int().min(0).max(6000),
    default: 0,
    label: 'Rundmails pro Minute',
    help: 'So viele gehen höchstens hinaus, wenn der Mailserver nicht mehr erlaubt; 0 heißt: so schnell er sie nimmt. Andere Mails gehen immer vor.',
    isPublic: false,
  },
  'retention.mailMonths': {
    shape: z.int().min(1).max(120),
    default: 12,
    label: 'Aufbewahrung gesendeter Mails (Monate)',
    help: 'Ältere Mails im Postausgang und ältere Rundmails mit ihren Empfängern werden nachts gelöscht.',
    isPublic: false,
  },
} as const;

export type ParameterName = keyof typeof parameters;

/** The sections of the settings page with the name prefixes of their parameters; other names belong to the last section. */
export const parameterGroups = [
  { id: 'verein', title: 'Verein', beginnings: ['feedbackMail', 'appFeedbackMail', 'members.', 'honours.', 'cards.', 'holidays.'] },
  { id: 'konten', title: 'Anmeldung und Konten', beginnings: ['showSignInErrors', 'secondFactor.', 'audit.'] },
  { id: 'bank', title: 'Beitrag und Bank', beginnings: ['sepa.', 'fees.', 'credit.', 'dunning.', 'books.'] },
  { id: 'meldung', title: 'Meldung', beginnings: ['lsb.'] },
  { id: 'mails', title: 'Mails', beginnings: ['mail.'] },
  { id: 'aufbewahrung', title: 'Aufbewahrung', beginnings: ['retention.'] },
  { id: 'weiteres', title: 'Weiteres', beginnings: [''] },
] as const;

/** The section of the settings page that shows a parameter. */
export function groupOfParameter(name: ParameterName): string {
  return parameterGroups.find(({ beginnings }) => beginnings.some((beginning) => name.startsWith(beginning)))?.id ?? '';
}

/** The club that a parameter applies to ("orders.RWA.cash"); undefined if it applies to all. */
export function clubOfParameter(name: ParameterName): ClubName | undefined {
  return clubNames.find((club) => name.split('.')[1] === club);
}

/** The names of all parameters, in the order of the settings page. */
export const parameterNames = keysOf(parameters);

export type ParameterValue<N extends ParameterName> = z.output<(typeof parameters)[N]['shape']>;

const parameter = z.object({
  name: z.enum(parameterNames),
  value: z.unknown(),
  isDefault: z.boolean().describe('Whether the value equals the default, whether or not it was set.'),
  updatedAt: z.iso.datetime().nullable(),
  version: z.int().describe('0 if the parameter was never changed.'),
});

export type Parameter = z.infer<typeof parameter>;

/** The endpoints of the config document `parameters`. */
export const configContract = {
  readPublic: endpoint(
    { access: 'config.readPublic' },
    { method: 'GET', path: '/config/public', summary: 'Öffentliche Einstellungen' },
  ).output(z.object({ showSignInErrors: z.boolean() })),
  list: endpoint({ access: 'config.list' }, { method: 'GET', path: '/config', summary: 'Alle Einstellungen' }).output(z.array(parameter)),
  update: endpoint(
    { access: 'config.update', fresh: true },
    { method: 'PUT', path: '/config/{name}', summary: 'Einstellung ändern', refuses: ['conflict'], example: { value: true, version: 0 } },
  )
    .input(z.strictObject({ name: z.enum(parameterNames), value: z.unknown(), version: z.int().min(0).max(2_147_483_647) }))
    .output(parameter),
  updateClub: endpoint(
    { access: 'config.updateClub', fresh: true },
    {
      method: 'PUT',
      path: '/config/{name}/club',
      summary: 'Einstellung des eigenen Vereins ändern',
      description: 'For parameters that belong to a single club, such as its ways to pay; all others require `config.update`.',
      refuses: ['conflict'],
      example: { value: '', version: 0 },
    },
  )
    .input(z.strictObject({ name: z.enum(parameterNames), value: z.unknown(), version: z.int().min(0).max(2_147_483_647) }))
    .output(parameter),
};
