import { and, desc, eq, inArray, or, sql } from 'drizzle-orm';
import { fullName } from '#shared/kernel/fullName.ts';
import type { OwnView } from '#shared/office/privacy.ts';
import { enrolment } from '#server/courses/enrolments/table.ts';
import { sepaMandate } from '#server/money/mandates/table.ts';
import { ownPeople, readSubjects, type PersonRow } from '#server/people/persons/service.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { audit, viewActions } from '#server/platform/database/ledgerTables.ts';

const viewsAtMost = 100;

const viewsInWords: { readonly [action in (typeof viewActions)[number]]: string } = {
  'healthNotes.read': 'Gesundheitshinweis geöffnet',
  'mandates.reveal': 'IBAN ganz angezeigt',
  'gdpr.exportSubject': 'Auskunft über alle Daten erstellt',
};

/** What the people of an account may know: who looked at their most private data; who was entrusted to it is left out. */
export async function ownViews(tx: Transaction, userId: string): Promise<OwnView[]> {
  const views: OwnView[] = [];
  for (const { relation, ...row } of await ownPeople(tx, userId)) {
    if (relation === 'delegate') continue;
    await enterScope(tx, row.club);
    const [subject] = await readSubjects(tx, [row.id]);
    views.push(...(await viewsOf(tx, row, [row.id, ...(subject?.mergedIds ?? [])])));
  }
  return views.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, viewsAtMost);
}

/** Who looked at the health notes, account numbers and exports of one person, the latest first; the audit log knows. */
export async function viewsOf(tx: Transaction, person: PersonRow, personIds: readonly string[]): Promise<OwnView[]> {
  const ids = [...personIds];
  const enrolments = tx
    .select({ id: sql`${enrolment.id}::text` })
    .from(enrolment)
    .where(inArray(enrolment.personId, ids));
  const mandates = tx
    .select({ id: sql`${sepaMandate.id}::text` })
    .from(sepaMandate)
    .where(inArray(sepaMandate.payerPersonId, ids));
  const rows = await tx
    .select({ id: audit.id, time: audit.time, name: audit.name, action: audit.action })
    .from(audit)
    .where(
      and(
        eq(audit.club, person.club),
        // Spelled out, so that the index of just these entries is found.
        sql`${audit.action} in ${oneOf(viewActions)}`,
        or(inArray(audit.entityId, ids), inArray(audit.entityId, enrolments), inArray(audit.entityId, mandates)),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(viewsAtMost);
  return rows.map(({ id, time, name, action }) => ({
    id,
    person: fullName(person),
    club: person.club,
    at: time.toISOString(),
    by: name,
    what: viewsInWords[viewActions.find((one) => one === action) ?? 'gdpr.exportSubject'],
  }));
}
