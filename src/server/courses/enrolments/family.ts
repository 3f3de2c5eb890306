import { sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { claimAccess, makePerson, ownPeople, type OwnPersonRow } from '#server/people/persons/service.ts';
import type { Write } from '#server/platform/database/database.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';

/** A person whom an account may act for in a club; `isNewHere` if the club has no record of them yet. */
export type Relative = OwnPersonRow & { isNewHere: boolean };

/**
 * The persons of an account from a club's view: first those it has a record of, then the account's own family known to other clubs only.
 * Delegations are valid in one club only.
 */
export function familyFor(club: ClubName, all: readonly OwnPersonRow[]): Relative[] {
  const here = all.filter((one) => one.club === club);
  const elsewhere: OwnPersonRow[] = [];
  for (const one of all)
    if (one.club !== club && one.relation !== 'delegate' && !findTwin(one, [...here, ...elsewhere])) elsewhere.push(one);
  return [...here.map((one) => ({ ...one, isNewHere: false })), ...elsewhere.map((one) => ({ ...one, isNewHere: true }))];
}

/**
 * The persons of an account in all clubs without duplicates: of several records of a person the first. Without delegations, which are valid
 * in one club only.
 */
export function eachOnce(all: readonly OwnPersonRow[]): OwnPersonRow[] {
  const once: OwnPersonRow[] = [];
  for (const one of all) if (one.relation !== 'delegate' && !findTwin(one, once)) once.push(one);
  return once;
}

/**
 * Maps the chosen ids to persons of the club. A person without a record in the club uses the account's existing twin there, else a record
 * is created with name, birth date, gender and relation from the other club; a record of another account is never used. The transaction
 * must be in the club's scope. `own` are the persons of the account if already read.
 */
export async function resolvePersons(
  write: Write,
  club: ClubName,
  viewer: Pick<Viewer, 'userId' | 'email'>,
  ids: readonly string[],
  own?: OwnPersonRow[],
): Promise<{ all: OwnPersonRow[]; chosen: Map<string, OwnPersonRow> }> {
  let all = own ?? (await ownPeople(write.tx, viewer.userId));
  if (ids.some((id) => all.find((one) => one.id === id)?.club !== club)) {
    // Prevents two concurrent orders of one account from creating the same person twice.
    await write.tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`family:${viewer.userId}`}))`);
    all = await ownPeople(write.tx, viewer.userId);
  }
  const chosen = new Map<string, OwnPersonRow>();
  for (const id of ids) {
    const known = all.find((one) => one.id === id);
    if (!known || (known.club !== club && known.relation === 'delegate')) throw new Problem('not-found');
    const inClub = all.filter((one) => one.club === club);
    const here = known.club === club ? known : findTwin(known, inClub);
    const row = here ?? (await makeHere(write, club, viewer, known));
    if (!here) all.push(row);
    if (![...chosen.values()].some((one) => one.id === row.id)) chosen.set(id, row);
  }
  return { all, chosen };
}

async function makeHere(
  write: Write,
  club: ClubName,
  { userId, email }: Pick<Viewer, 'userId' | 'email'>,
  known: OwnPersonRow,
): Promise<OwnPersonRow> {
  const { firstname, lastname, birthDate, gender, relation } = known;
  const row = await makePerson(write.tx, { club, firstname, lastname, birthDate, gender, ...(relation === 'self' && { email }) });
  // The account's own record there is on hold or waits for the board; no second one is created.
  if (!(await claimAccess(write.tx, userId, row, relation))) throw new Problem('already-registered');
  write.changed({ collection: 'participants', club, entityId: row.id });
  write.audit('persons.createChild', { club, id: row.id, entity: 'participants' }, `Person angelegt: ${fullName(row)}`, {
    after: { relation },
  });
  return { ...row, relation };
}

/** The record of the same person among those of one account: the account holder, or equal names and birth date. */
export function findTwin(one: OwnPersonRow, people: readonly OwnPersonRow[]): OwnPersonRow | undefined {
  const key = (who: OwnPersonRow) => `${fullName(who)} ${who.birthDate}`.toLowerCase();
  return people.find(
    (other) => other.relation !== 'delegate' && ((one.relation === 'self' && other.relation === 'self') || key(one) === key(other)),
  );
}
