import { and, eq, sql } from 'drizzle-orm';
import type { SubjectFile } from '#shared/office/privacy.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { now } from '#server/platform/process/clock.ts';
import { enrolment } from '#server/courses/enrolments/table.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import type { PersonalData, PersonalRow } from '#server/platform/database/personalData.ts';
import { ownAccounts, ownPeople, readSubjects, type PersonRow } from '#server/people/persons/service.ts';
import { nameReferences, partsBeside, partsOfAccounts, rowsAbout } from './records.ts';
import { viewsOf } from './views.ts';

/** Columns that hold secrets, or serve search only. */
export const hidden = /token|hash|secret|_key$|^words$|^during$/;

/** The data export of a person: all rows that reference the record, their account, and its log entries. */
export async function subjectFileOf(
  tx: Transaction,
  data: readonly PersonalData[],
  person: PersonRow,
  { withAccounts = true }: { /** Whether to include the data of the person's accounts; default true. */ withAccounts?: boolean } = {},
): Promise<SubjectFile> {
  const [subject] = await readSubjects(tx, [person.id]);
  const personIds = [person.id, ...(subject?.mergedIds ?? [])];
  const people = await readSubjects(tx, personIds);
  const accountIds = await ownAccounts(tx, personIds);
  const found = await rowsAbout(tx, data, personIds);
  await nameReferences(tx, data, found);
  const views = await viewsOf(tx, { name: fullName(person), club: person.club, personIds, accountIds: withAccounts ? accountIds : [] });
  const parts = [
    ...found,
    ...(await partsBeside(tx, data, { people, accountIds })),
    ...(await partsOfAccounts(tx, data, withAccounts ? accountIds : [])),
    ...(views.length > 0
      ? [
          {
            title: 'Wer Angaben eingesehen hat',
            rows: views.map(({ at, by, what, why }) => ({ time: at, name: by, content: what, reason: why })),
          },
        ]
      : []),
  ];
  return {
    exportedAt: now().toISOString(),
    club: person.club,
    name: fullName(person),
    parts: parts.map(({ title, rows }) => ({ title, rows: rows.map(shown) })),
  };
}

/**
 * The data exports of an account in all clubs: its own persons and the children of whom it is guardian today. Adults who delegated access
 * and accounts of children are excluded.
 */
export async function ownFiles(tx: Transaction, data: readonly PersonalData[], userId: string): Promise<SubjectFile[]> {
  const files: SubjectFile[] = [];
  const people = await ownPeople(tx, userId);
  // An account without a person record still has its own part.
  if (!people.some(({ relation }) => relation === 'self')) files.push(await accountFileOf(tx, data, userId));
  for (const { relation, isClaimed, ...row } of people) {
    if (relation === 'delegate') continue;
    await enterScope(tx, row.club);
    if (isClaimed && (await isOfOthers(tx, userId, row.id))) files.push(unconfirmed(row));
    else files.push(await subjectFileOf(tx, data, row, { withAccounts: relation === 'self' }));
  }
  return files;
}

/** Whether other users entered data for a person whose link to the account is unconfirmed; the record may then be about someone else. */
async function isOfOthers(tx: Transaction, userId: string, personId: string): Promise<boolean> {
  const byOthers = sql`${enrolment.registeredBy} is distinct from ${userId}`;
  return (await tx.$count(enrolment, and(eq(enrolment.personId, personId), byOthers))) > 0;
}

function unconfirmed(person: PersonRow): SubjectFile {
  const content = 'Der Verein hat noch nicht bestätigt, dass Sie für diese Person handeln. Danach steht hier alles, was gespeichert ist.';
  return {
    exportedAt: now().toISOString(),
    club: person.club,
    name: fullName(person),
    parts: [{ title: 'Noch nicht bestätigt', rows: [{ content }] }],
  };
}

async function accountFileOf(tx: Transaction, data: readonly PersonalData[], userId: string): Promise<SubjectFile> {
  const [account] = await tx.select().from(appUser).where(eq(appUser.id, userId));
  if (!account) throw new Error('The account does not exist.');
  const parts = await partsOfAccounts(tx, data, [userId]);
  return {
    exportedAt: now().toISOString(),
    club: account.club,
    name: fullName(account),
    parts: parts.map(({ title, rows }) => ({ title, rows: rows.map(shown) })),
  };
}

/** A row as JSON, without secrets and empty values. */
function shown(row: PersonalRow): PersonalRow {
  const entries = Object.entries(row).filter(([column, value]) => !hidden.test(column) && value !== null);
  return Object.fromEntries(entries.map(([column, value]) => [column, value instanceof Date ? value.toISOString() : value]));
}
