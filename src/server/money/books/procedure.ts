import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { isAdmin, roleDisplayName, roleNames } from '#shared/kernel/roles.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { euros } from '#shared/kernel/money.ts';
import { parameters } from '#shared/club/config.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { readParameters } from '#server/club/config/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { stagesOf } from '../dunning/levels.ts';

const settings = [
  'sepa.fourEyes',
  'sepa.noticeDays',
  'sepa.leadDays',
  'sepa.returnFeeCents',
  'expenses.kmCents',
  'credit.use',
  'money.firstDueDays',
  'money.groupDueDay',
  'dunning.minCents',
] as const;

/** What holds whatever a club has set. */
const always = [
  'Forderungen, Zahlungen und Zuordnungen werden nur hinzugefügt. Eine Korrektur ist eine Gegenbuchung am Tag der Korrektur; beide bleiben stehen.',
  'Kassenbuch und Zuwendungsbestätigungen sind je Verein lückenlos nummeriert, die Kasse wird nie negativ.',
  'Was abgeschlossen ist, nimmt keine Buchung mehr an. Nur Superuser heben einen Abschluss auf, mit einem Grund, der in abschluesse.csv steht.',
  'Jede Zeile eines Kontoauszugs zählt einmal, auch wenn sie in mehreren Dateien steht.',
  'Jede Änderung steht mit Name und Zeit in protokoll.csv; dessen Zeilen sind verkettet und lassen sich nicht unbemerkt ändern.',
];

/** How the books of a club are kept, for the auditors: who may, what is set, and what always holds. */
export async function procedureOf(tx: Transaction, club: ClubName, clubName: string): Promise<string> {
  const roles = roleNames.filter((role) => isAdmin(role));
  const users = await tx
    .select({ firstname: appUser.firstname, lastname: appUser.lastname, role: appUser.role })
    .from(appUser)
    .where(and(eq(appUser.club, club), inArray(appUser.role, roles), isNull(appUser.disabledAt)))
    .orderBy(asc(appUser.lastname), asc(appUser.firstname));
  const values = await readParameters(tx, settings);
  const levels = await stagesOf(tx, club);
  return [
    `Wie ${clubName} die Kasse führt, Stand ${germanDate(today())}`,
    listed(
      'Wer buchen darf',
      users.map((user) => `${fullName(user)}: ${roleDisplayName(user.role)}`),
    ),
    listed(
      'Was eingestellt ist',
      settings.map((name) => `${parameters[name].label}: ${worded(name, values[name])}`),
    ),
    listed(
      'In welchen Stufen gemahnt wird',
      levels.map(({ name, afterDays, feeCents }) => `${name}: nach ${afterDays} Tagen, Gebühr ${euros(feeCents)}`),
    ),
    listed('Was immer gilt', always),
  ].join('\r\n\r\n');
}

function listed(title: string, lines: readonly string[]): string {
  return [title, ...lines.map((line) => `- ${line}`)].join('\r\n');
}

function worded(name: (typeof settings)[number], value: boolean | number): string {
  if (typeof value === 'boolean') return value ? 'ja' : 'nein';
  return name.endsWith('Cents') ? euros(value) : String(value);
}
