import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { assignmentSets } from '#shared/helpers/helperListWords.ts';
import type { OwnAssignment } from '#shared/helpers/helperListShapes.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { ownPeople } from '#server/people/persons/service.ts';
import { person } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { isRecordId } from '#server/platform/secretLinks.ts';
import { standbyOf, type AssignmentRow } from './seats.ts';
import { assignment } from '../lists/table.ts';
import { bareShift, shiftsById } from '../lists/view.ts';

/** The shifts of a user and of all persons for whom they may act, future shifts first. */
export async function myAssignments(tx: Transaction, userId: string): Promise<OwnAssignment[]> {
  const personIds = (await ownPeople(tx, userId)).map(({ id }) => id);
  const byAccount = and(eq(assignment.createdBy, userId), isNull(assignment.personId));
  const rows = await tx
    .select()
    .from(assignment)
    .where(personIds.length > 0 ? or(inArray(assignment.personId, personIds), byAccount) : byAccount)
    .orderBy(desc(sql`${assignment.endsAt} > ${now()}`), sql`abs(extract(epoch from ${assignment.startsAt} - ${now()}))`)
    .limit(100);
  return toOwn(tx, rows);
}

/** One shift as its helper sees it, opened by `token`, which remains valid. */
export async function ownAssignmentOf(tx: Transaction, id: string, token: string): Promise<OwnAssignment> {
  const rows = await tx.select().from(assignment).where(eq(assignment.id, id));
  const [own] = await toOwn(tx, rows);
  if (!own) throw new Problem('not-found');
  return isRecordId(token) ? own : { ...own, token };
}

/** Whether a helper may still cancel on their own. */
export function canLeave({ state, startsAt }: Pick<AssignmentRow, 'state' | 'startsAt'>): boolean {
  return assignmentSets.active.includes(state) && startsAt > now();
}

async function toOwn(tx: Transaction, rows: readonly AssignmentRow[]): Promise<OwnAssignment[]> {
  const shifts = await shiftsById(
    tx,
    rows.map(({ shiftId }) => shiftId),
  );
  const names = await namesOf(tx, rows);
  const own: OwnAssignment[] = [];
  for (const row of rows) {
    const found = shifts.get(row.shiftId);
    if (!found) continue;
    own.push({
      id: row.id,
      token: row.id,
      state: row.state,
      name: (row.personId && names.get(row.personId)) || (row.guestName ?? ''),
      seeksRelief: row.seeksRelief,
      creditedMinutes: row.creditedMinutes,
      holdExpiresAt: row.holdExpiresAt?.toISOString() ?? null,
      position: row.state === 'standby' ? await positionOf(tx, row) : null,
      canLeave: canLeave(row) && found.list.state !== 'done',
      shift: bareShift(found.shift),
      list: { title: found.list.title, club: found.list.club, token: found.list.publicToken, state: found.list.state },
    });
  }
  return own;
}

/**
 * The queue position counts rows that the caller must not see; the query therefore runs beyond the club scope and returns a number only.
 */
async function positionOf(tx: Transaction, { id, shiftId }: AssignmentRow): Promise<number> {
  const rows = await inAllClubs(tx, () => standbyOf(tx, shiftId));
  return rows.findIndex((row) => row.id === id) + 1;
}

async function namesOf(tx: Transaction, rows: readonly AssignmentRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ personId }) => personId ?? []);
  if (ids.length === 0) return new Map();
  const people = await tx
    .select({ id: person.id, firstname: person.firstname, lastname: person.lastname })
    .from(person)
    .where(inArray(person.id, ids));
  return new Map(people.map((one) => [one.id, fullName(one)]));
}
