import { sql } from 'drizzle-orm';
import { enrolmentStateNames } from '#shared/courses/enrolmentStates.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { priceCategoryNames } from '#shared/courses/courseWords.ts';
import type { ListedParticipant } from '#shared/courses/enrolmentShapes.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { actingAccess, person } from '#server/people/persons/table.ts';
import { tableFile } from '#server/platform/formats/tableFile.ts';
import { fullNameOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';

const columns = [
  'Nachname',
  'Vorname',
  'Alter',
  'Mitglied',
  'Status',
  'Platz auf der Warteliste',
  'Angemeldet am',
  'Telefon',
  'E-Mail',
  'Notfallkontakt',
  'Notfalltelefon',
  'Erziehungsberechtigt',
  'Preisgruppe',
  'Preis in Euro',
  'Anwesend',
];

type Named = Pick<ListedParticipant, 'personId' | 'guardianName' | 'contactEmail'>;

/**
 * The ids of all persons named in an export: the participants, and guardians with a record. A guardian matches by two of three: name,
 * address, and acting for the child.
 */
export async function recordsNamed(tx: Transaction, club: ClubName, listed: readonly Named[]): Promise<string[]> {
  const rows = listed.map(({ personId, guardianName, contactEmail }) => ({ personId, guardianName, contactEmail }));
  const isNamed = sql`lower(${fullNameOf('p')}) = lower(r."guardianName")`;
  const acts = sql`exists (select 1 from ${actingAccess} child join ${actingAccess} own on own.user_id = child.user_id and own.relation = 'self'
    where child.person_id = r."personId" and child.relation = 'guardian' and own.person_id = p.id)`;
  const isOther = sql`p.club = ${club} and p.anonymised_at is null and p.id <> r."personId"`;
  // Separate queries by address and by name, so that each can use an index.
  const { rows: guardians } = await tx.execute<{ id: string }>(sql`
    with r as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("personId" uuid, "guardianName" text, "contactEmail" text))
    select p.id from r join ${person} p on lower(p.email) = lower(r."contactEmail") where ${isOther} and (${isNamed} or ${acts})
    union select p.id from r join ${person} p on ${isNamed} where ${isOther} and ${acts}`);
  return [...new Set([...rows.map(({ personId }) => personId), ...guardians.map(({ id }) => id)])];
}

/** The participants as a spreadsheet file, named after the course number or event title. */
export function exportFile(title: string, listed: readonly ListedParticipant[], format: ExportFormat): Promise<File> | File {
  const rows = listed.map((row) => ({
    Nachname: row.lastname,
    Vorname: row.firstname,
    Alter: row.age,
    Mitglied: row.isMember ? 'ja' : 'nein',
    Status: enrolmentStateNames[row.state],
    'Platz auf der Warteliste': row.position,
    'Angemeldet am': localOf(new Date(row.registeredAt)).date,
    Telefon: row.phone,
    'E-Mail': row.contactEmail,
    Notfallkontakt: row.emergencyContactName,
    Notfalltelefon: row.emergencyContactPhone,
    Erziehungsberechtigt: row.guardianName,
    Preisgruppe: row.priceCategory && priceCategoryNames[row.priceCategory],
    'Preis in Euro': row.priceCents === null ? null : row.priceCents / 100,
    Anwesend: row.present,
  }));
  const name = `teilnehmer-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
  return tableFile(format, { name, sheet: title, columns, lines: rows, days: ['Angemeldet am'] });
}
