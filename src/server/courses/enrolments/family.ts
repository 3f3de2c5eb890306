import { sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { claimAccess, makePerson, ownPeople, type OwnPersonRow } from '#server/people/persons/service.ts';
import type { Write } from '#server/platform/database/database.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';

/** A person for whom an account may act in a club, or could act there once the club knows them. */
export type Relative = OwnPersonRow & { isNewHere: boolean };

/**
 * The people of an account as a club sees them: those whom it knows, then the account's own family that only other clubs
 * know. A delegation holds in one club only.
 */
export function familyFor(club: ClubName, all: readonly OwnPersonRow[]): Relative[] {
  const here = all.filter((one) => one.club === club);
  const elsewhere: OwnPersonRow[] = [];
  for (const one of all) if (one.club !== club && one.relation !== 'delegate' && !twinOf(one, [...here, ...elsewhere])) elsewhere.push(one);
  return [...here.map((one) => ({ ...one, isNewHere: false })), ...elsewhere.map((one) => ({ ...one, isNewHere: true }))];
}

/** The people of an account in whatever club, each human once: of several records the first. A delegation holds in one club only. */
export function eachOnce(all: readonly OwnPersonRow[]): OwnPersonRow[] {
  const once: OwnPersonRow[] = [];
  for (const one of all) if (one.relation !== 'delegate' && !twinOf(one, once)) once.push(one);
  return once;
}

/**
 * The chosen people as people of the club, by the ids that were chosen. Whom the club does not know yet is made there, with
 * the name, the birth date, the gender and the relation that another club knows; whom the account already has there is taken
 * instead. Never another person's record. The transaction must be in the scope of the club.
 * `own` are the people of the account, where they were asked for already.
 */
export async function takeIn(
  write: Write,
  club: ClubName,
  viewer: Pick<Viewer, 'userId' | 'email'>,
  ids: readonly string[],
  own?: OwnPersonRow[],
): Promise<{ all: OwnPersonRow[]; chosen: Map<string, OwnPersonRow> }> {
  let all = own ?? (await ownPeople(write.tx, viewer.userId));
  if (ids.some((id) => all.find((one) => one.id === id)?.club !== club)) {
    // Two orders of one account at once must not make the same person twice.
    await write.tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`family:${viewer.userId}`}))`);
    all = await ownPeople(write.tx, viewer.userId);
  }
  const chosen = new Map<string, OwnPersonRow>();
  for (const id of ids) {
    const known = all.find((one) => one.id === id);
    if (!known || (known.club !== club && known.relation === 'delegate')) throw new Problem('not-found');
    const inClub = all.filter((one) => one.club === club);
    const here = known.club === club ? known : twinOf(known, inClub);
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
  // An own person there that is held back or waits for the board stays the only one.
  if (!(await claimAccess(write.tx, userId, row, relation))) throw new Problem('already-registered');
  write.changed({ collection: 'participants', club, entityId: row.id });
  write.audit('persons.createChild', { club, id: row.id, entity: 'participants' }, `Person angelegt: ${fullName(row)}`, {
    after: { relation },
  });
  return { ...row, relation };
}

/** Whether two people of one account are the same human: the holder of the account, or the same names and birth date. */
function twinOf(one: OwnPersonRow, people: readonly OwnPersonRow[]): OwnPersonRow | undefined {
  const key = (who: OwnPersonRow) => `${fullName(who)} ${who.birthDate}`.toLowerCase();
  return people.find(
    (other) => other.relation !== 'delegate' && ((one.relation === 'self' && other.relation === 'self') || key(one) === key(other)),
  );
}
