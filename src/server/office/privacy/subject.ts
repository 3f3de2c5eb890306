import { desc, inArray } from 'drizzle-orm';
import type { SubjectFile } from '#shared/office/privacy.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { audit } from '#server/platform/database/ledgerTables.ts';
import type { PersonRow } from '#server/people/persons/service.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { partsBeside } from './beside.ts';
import { mergedInto } from './erase.ts';
import { nameReferences } from './named.ts';
import { rowsAbout } from './records.ts';

const titles: { readonly [table: string]: string } = {
  person: 'Stammdaten',
  member: 'Mitgliedschaft',
  member_department: 'Abteilungen',
  membership_application: 'Aufnahmeanträge',
  change_request: 'Änderungswünsche',
  sepa_mandate: 'Lastschriftmandate',
  enrolment: 'Anmeldungen',
  enrolment_log: 'Verlauf der Anmeldungen',
  care_note: 'Gesundheitshinweise und Abholung',
  attendance: 'Anwesenheit',
  consent: 'Einwilligungen',
  person_access: 'Wer für die Person handeln darf',
  charge: 'Forderungen',
  sepa_run_item: 'Lastschriften',
  course_trainer: 'Übungsleitung',
  course_session: 'Vertretungen',
  assignment: 'Helferdienste',
  item_pledge: 'Zum Mitbringen',
  hour_sheet: 'Stundennachweise',
  hour_entry: 'Stunden',
  trainer_rate: 'Vergütung',
};

/** Secrets that open something, and columns that only the search reads. */
const hidden = /token|hash|secret|_key$|^words$|^during$/;
const auditAtMost = 5000;

/** Everything that is kept about a person: all rows that refer to him, his account, and what he did. */
export async function subjectFileOf(tx: Transaction, person: PersonRow): Promise<SubjectFile> {
  const personIds = [person.id, ...(await mergedInto(tx, person.id))];
  const found = await rowsAbout(tx, personIds);
  await nameReferences(tx, found);
  const accountIds = found
    .filter(({ table }) => table === 'person_access')
    .flatMap(({ rows }) => rows.filter(({ relation }) => relation === 'self').map((row) => String(row['user_id'])));
  const parts = found
    .filter(({ table }) => table !== 'member_search')
    .map(({ table, rows }) => ({ title: titles[table] ?? table, rows: rows.map(shown) }));
  for (const { title, rows } of await partsBeside(tx, personIds, accountIds)) parts.push({ title, rows: rows.map(shown) });
  if (accountIds.length > 0) {
    const accounts = await tx.select().from(appUser).where(inArray(appUser.id, accountIds));
    const actions = await tx
      .select({ time: audit.time, content: audit.content, club: audit.club })
      .from(audit)
      .where(inArray(audit.actorId, accountIds))
      .orderBy(desc(audit.id))
      .limit(auditAtMost);
    parts.push({ title: 'Benutzerkonto', rows: accounts.map((row) => shown(plainOf(row))) });
    parts.push({ title: 'Protokoll der eigenen Handlungen', rows: actions.map(plainOf) });
  }
  return { exportedAt: now().toISOString(), club: person.club, name: fullName(person), parts };
}

function shown(row: { [column: string]: unknown }): { [column: string]: unknown } {
  return Object.fromEntries(Object.entries(row).filter(([column, value]) => !hidden.test(column) && value !== null));
}

function plainOf(row: object): { [column: string]: unknown } {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]));
}
