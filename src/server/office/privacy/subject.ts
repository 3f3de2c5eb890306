import type { SubjectFile } from '#shared/office/privacy.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { PersonalData, PersonalRow } from '#server/platform/database/personalData.ts';
import { ownAccounts, readSubjects, type PersonRow } from '#server/people/persons/service.ts';
import { nameReferences, partsBeside, partsOfAccounts, rowsAbout } from './records.ts';

/** Secrets that open something, and columns that only the search reads. */
const hidden = /token|hash|secret|_key$|^words$|^during$/;

/** Everything that is kept about a person: all rows that refer to the record, the own account, and what was done with it. */
export async function subjectFileOf(tx: Transaction, data: readonly PersonalData[], person: PersonRow): Promise<SubjectFile> {
  const [subject] = await readSubjects(tx, [person.id]);
  const personIds = [person.id, ...(subject?.mergedIds ?? [])];
  const people = await readSubjects(tx, personIds);
  const accountIds = await ownAccounts(tx, personIds);
  const found = await rowsAbout(tx, data, personIds);
  await nameReferences(tx, data, found);
  const parts = [...found, ...(await partsBeside(tx, data, { people, accountIds })), ...(await partsOfAccounts(tx, data, accountIds))];
  return {
    exportedAt: now().toISOString(),
    club: person.club,
    name: fullName(person),
    parts: parts.map(({ title, rows }) => ({ title, rows: rows.map(shown) })),
  };
}

/** A row without secrets and without what is empty, as JSON. */
function shown(row: PersonalRow): PersonalRow {
  const entries = Object.entries(row).filter(([column, value]) => !hidden.test(column) && value !== null);
  return Object.fromEntries(entries.map(([column, value]) => [column, value instanceof Date ? value.toISOString() : value]));
}
