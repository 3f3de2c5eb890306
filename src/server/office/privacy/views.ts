import { and, desc, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { fullName } from '#shared/kernel/fullName.ts';
import type { OwnView } from '#shared/office/privacy.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { enrolment } from '#server/courses/enrolments/table.ts';
import { sepaMandate } from '#server/money/mandates/table.ts';
import { member } from '#server/people/members/table.ts';
import { ownPeople, readSubjects } from '#server/people/persons/service.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { audit, viewActions } from '#server/platform/database/auditTables.ts';

const viewsAtMost = 100;

type ViewAction = (typeof viewActions)[number];

/** The kind and purpose of an access; the text of the audit entry is not used, because it may name others. */
const viewsInWords: { readonly [action in ViewAction]?: { what: string; why: string } } = {
  'healthNotes.read': { what: 'Gesundheitshinweis geöffnet', why: 'für die Betreuung in den Stunden' },
  'mandates.reveal': { what: 'IBAN ganz angezeigt', why: 'für den Einzug von Beiträgen' },
  'gdpr.exportSubject': { what: 'Auskunft über alle Daten erstellt', why: 'um eine Auskunft zu geben (Art. 15 DSGVO)' },
};
const whyOfPapers = 'für die Mitgliederverwaltung';
const whyOfLists: { readonly [action: string]: string } = {
  'mandates.reveal': 'für den Einzug von Beiträgen',
  'members.export': 'für die Mitgliederverwaltung',
  'participants.export': 'um das Angebot durchzuführen',
  'charges.manage': 'um offene Beiträge einzufordern',
  'fees.manage': 'um Beiträge zu fordern',
  'donations.manage': 'für die Bestätigung einer Spende',
  'payouts.manage': 'um Geld auszuzahlen',
  'operational.assign': 'um Helfer einzuteilen',
  'memberStatistic.freeze': 'für die Meldung an den Verband',
  'books.manage': 'für Kassenprüfung und Steuererklärung',
  'books.readByToken': 'für die Kassenprüfung',
  'memberStatistic.read': 'um gehaltene Stunden nachzuweisen',
  'users.export': 'um die Konten zu verwalten',
};

/** The data subject: their name, the ids of the record and those merged into it, and the relevant accounts. */
type Whom = { name: string; club: OwnView['club']; personIds: readonly string[]; accountIds: readonly string[] };

/** Accesses to sensitive data of an account's persons; adults who delegated access and the account's own accesses are excluded. */
export async function ownViews(tx: Transaction, userId: string): Promise<OwnView[]> {
  const views: OwnView[] = [];
  const people = await ownPeople(tx, userId);
  const by = ne(sql`coalesce(${audit.actorId}::text, '')`, userId);
  // An account with records in two clubs lists its own entries once.
  const first = people.find(({ relation }) => relation === 'self');
  if (!first) views.push(...(await viewsOf(tx, await accountOf(tx, userId), by)));
  for (const { relation, ...row } of people) {
    if (relation === 'delegate') continue;
    await enterScope(tx, row.club);
    const [subject] = await readSubjects(tx, [row.id]);
    const personIds = [row.id, ...(subject?.mergedIds ?? [])];
    const accountIds = row.id === first?.id ? [userId] : [];
    views.push(...(await viewsOf(tx, { name: fullName(row), club: row.club, personIds, accountIds }, by)));
  }
  return views.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, viewsAtMost);
}

async function accountOf(tx: Transaction, userId: string): Promise<Whom> {
  const [account] = await tx.select().from(appUser).where(eq(appUser.id, userId));
  if (!account) throw new Error('The account does not exist.');
  return { name: fullName(account), club: account.club, personIds: [], accountIds: [userId] };
}

/**
 * Accesses to health notes, account numbers, documents and exports of one person, and exported lists that contain them, the latest first;
 * from the audit log.
 */
export async function viewsOf(tx: Transaction, whom: Whom, by?: SQL): Promise<OwnView[]> {
  const ids = await idsOf(tx, whom);
  if (ids.length === 0) return [];
  const list = sql`${sql.param(ids)}::text[]`;
  // Both conditions match the predicates of the partial indexes, so that these are used.
  const looks = await readViews(tx, and(sql`${audit.entityId} = any(${list})`, sql`${audit.action} in ${oneOf(viewActions)}`, by));
  const lists = await readViews(tx, and(sql`${audit.after} ? 'listed'`, sql`${audit.after} -> 'listed' ?| ${list}`, by));
  const found = [...looks.map((row) => ({ ...row, ...lookInWords(row) })), ...lists.map((row) => ({ ...row, ...listInWords(row) }))];
  return found
    .toSorted((one, other) => other.time.getTime() - one.time.getTime())
    .slice(0, viewsAtMost)
    .map(({ id, time, name, what, why }) => ({ id, person: whom.name, club: whom.club, at: time.toISOString(), by: name, what, why }));
}

type Row = { id: number; time: Date; name: string; action: string; content: string };

function readViews(tx: Transaction, where: SQL | undefined): Promise<Row[]> {
  return tx
    .select({ id: audit.id, time: audit.time, name: audit.name, action: audit.action, content: audit.content })
    .from(audit)
    .where(where)
    .orderBy(desc(audit.id))
    .limit(viewsAtMost);
}

function lookInWords({ action, content }: Row) {
  return viewsInWords[viewActions.find((one) => one === action) ?? 'storagePrivate.read'] ?? { what: content, why: whyOfPapers };
}

/** The text about a list, without its number of persons. */
function listInWords({ action, content }: Row) {
  return { what: content.replace(/ \([^()]*\)$/, ''), why: whyOfLists[action] ?? 'für die Verwaltung' };
}

/** All ids that refer to a person in the audit log. */
async function idsOf(tx: Transaction, { personIds, accountIds }: Whom): Promise<string[]> {
  if (personIds.length === 0) return [...accountIds];
  const ids = [...personIds];
  const enrolments = await tx.select({ id: enrolment.id }).from(enrolment).where(inArray(enrolment.personId, ids));
  const mandates = await tx.select({ id: sepaMandate.id }).from(sepaMandate).where(inArray(sepaMandate.payerPersonId, ids));
  const memberships = await tx.select({ id: member.id }).from(member).where(inArray(member.personId, ids));
  return [...ids, ...accountIds, ...[...enrolments, ...mandates, ...memberships].map(({ id }) => id)];
}
