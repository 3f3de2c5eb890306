import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import { oneOf } from '#server/platform/database/columns.ts';
import {
  helperHoldMinutes,
  noPromotionHours,
  sharedMinutes,
  assignmentSets,
  helperListSets,
  type AssignmentState,
} from '#shared/helpers/helperListWords.ts';
import { now } from '#server/platform/process/clock.ts';
import { brokenConstraint, enterScope, sqlState, type Write, type Transaction } from '#server/platform/database/database.ts';
import { createGate } from '#server/platform/http/gate.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { postAssignmentEmail } from '../lists/emails.ts';
import { helperList, assignment, shift } from '../lists/table.ts';

export type HelperListRow = typeof helperList.$inferSelect;
export type ShiftRow = typeof shift.$inferSelect;
export type AssignmentRow = typeof assignment.$inferSelect;

/** The write, its settings and its actor, as every change of seats needs them. */
export type ShiftWrite = { write: Write; settings: Settings; actor: { userId?: string | undefined; name: string } };

/** A locked shift with the number of seats held now. */
export type ShiftSeats = ShiftWrite & { list: HelperListRow; shift: ShiftRow; occupied: number };

/** A helper to be added: a person of the club or a guest; with the existing link hashes if moved from another shift. */
export type Helper = Pick<AssignmentRow, 'personId' | 'guestName' | 'guestEmail' | 'guestPhone' | 'helperKey' | 'comment'> &
  Partial<Pick<AssignmentRow, 'linkHashes'>>;

const gate = createGate(2);

/** Queues writes on one shift before they take a database connection, as for course seats. */
export function inLine<T>(shiftId: string, work: () => Promise<T>): Promise<T> {
  return gate.pass(shiftId, work);
}

/**
 * The only function that changes who is on a shift. It locks the row of the shift, calls `check`, counts in a second statement (decision
 * 0005), runs `work`, and promotes standbys to free seats. It is separate from `withSeats` of courses: there a free seat is offered with a
 * deadline and counts as held, here the next standby gets it immediately. The queue `inLine` is shared.
 */
export async function withShift<T>(
  needs: ShiftWrite,
  shiftId: string,
  check: (list: HelperListRow, shift: ShiftRow) => void | Promise<void>,
  work: (seats: ShiftSeats) => Promise<T>,
): Promise<T> {
  const { tx } = needs.write;
  const [row] = await tx.select().from(shift).where(eq(shift.id, shiftId)).for('update');
  if (!row) throw new Problem('not-found');
  await enterScope(tx, row.club);
  const [list] = await tx.select().from(helperList).where(eq(helperList.id, row.helperListId));
  if (!list) throw new Problem('not-found');
  await check(list, row);
  const seats: ShiftSeats = { ...needs, list, shift: row, occupied: await occupiedOf(tx, shiftId) };
  const answer = await work(seats);
  await moveUp(seats);
  notifyChanged(needs.write, list);
  return answer;
}

/** Whether another helper gets a seat now; otherwise they become standby. */
export function hasRoom({ shift, occupied }: ShiftSeats): boolean {
  return occupied < shift.needed;
}

/** Inserts an assignment into a locked shift; constraints reject duplicates and overlapping shifts. */
export async function insertHelper(
  seats: ShiftSeats,
  { personId, guestName, guestEmail, guestPhone, helperKey, comment, linkHashes = [] }: Helper,
  state: AssignmentState,
  createdBy: string | null = seats.actor.userId ?? null,
): Promise<AssignmentRow> {
  const { shift, write } = seats;
  const at = now();
  const [row] = await refusing(
    write.tx
      .insert(assignment)
      .values({
        personId,
        guestName,
        guestEmail,
        guestPhone,
        helperKey,
        comment,
        linkHashes,
        id: randomUUID(),
        club: shift.club,
        shiftId: shift.id,
        startsAt: shift.startsAt,
        endsAt: shift.endsAt,
        state,
        holdExpiresAt: state === 'unverified' ? new Date(at.getTime() + helperHoldMinutes * 60_000) : null,
        createdAt: at,
        createdBy,
      })
      .returning(),
  );
  if (!row) throw new Problem('conflict');
  if (holdsSeat(state)) seats.occupied += 1;
  return row;
}

/** Changes the state of an assignment in a locked shift, and notifies its helper unless they made the change. */
export async function changeHelper(
  seats: ShiftSeats,
  row: AssignmentRow,
  to: AssignmentState,
  { isSilent = false, set = {} }: { isSilent?: boolean; set?: Partial<AssignmentRow> } = {},
): Promise<AssignmentRow> {
  const [after] = await refusing(
    seats.write.tx
      .update(assignment)
      .set({ holdExpiresAt: null, seeksRelief: false, ...set, state: to, version: sql`${assignment.version} + 1` })
      .where(eq(assignment.id, row.id))
      .returning(),
  );
  if (!after) throw new Problem('not-found');
  seats.occupied += Number(holdsSeat(to)) - Number(holdsSeatNow(row));
  if (!isSilent) await postAssignmentEmail(seats, after);
  return after;
}

/** The standbys of a shift, in order of arrival. */
export function standbyOf(tx: Transaction, shiftId: string): Promise<AssignmentRow[]> {
  return tx
    .select()
    .from(assignment)
    .where(and(eq(assignment.shiftId, shiftId), eq(assignment.state, 'standby')))
    .orderBy(asc(assignment.createdAt), asc(assignment.id))
    .limit(200);
}

/** A warning if the helper has other shifts that overlap with this one within the permitted tolerance; otherwise an empty string. */
export async function overlapWarning(tx: Transaction, row: AssignmentRow): Promise<string> {
  const others = await tx
    .select({ startsAt: assignment.startsAt, endsAt: assignment.endsAt, task: shift.task })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shiftId))
    .where(
      and(
        eq(assignment.helperKey, row.helperKey),
        ne(assignment.id, row.id),
        inArray(assignment.state, assignmentSets.active),
        gt(assignment.endsAt, row.startsAt),
        sql`${assignment.startsAt} < ${row.endsAt}`,
      ),
    )
    .limit(1);
  const [other] = others;
  return other ? `Achtung: Das überschneidet sich um ${sharedMinutes(row, other)} Minuten mit „${other.task}“.` : '';
}

/** Refreshes the board's page and all open pages of a list. */
export function notifyChanged(write: Write, { id, club }: Pick<HelperListRow, 'id' | 'club'>): void {
  write.changed({ collection: 'operational', club, entityId: id });
  write.changed({ collection: 'helping', club, entityId: id });
}

/** The number of seats held in a shift, including unconfirmed ones whose hold has not expired. Reliable only while the shift is locked. */
async function occupiedOf(tx: Transaction, shiftId: string): Promise<number> {
  const rows = await tx.select().from(assignment).where(eq(assignment.shiftId, shiftId));
  return rows.filter(holdsSeatNow).length;
}

/** Whether an assignment holds a seat now. */
export function holdsSeatNow({ state, holdExpiresAt }: Pick<AssignmentRow, 'state' | 'holdExpiresAt'>): boolean {
  return holdsSeat(state) && (holdExpiresAt === null || holdExpiresAt > now());
}

function holdsSeat(state: AssignmentState): boolean {
  return assignmentSets.holding.includes(state);
}

/**
 * Promotes the first standbys to free seats, until one day before the shift; after that the board calls them. Standbys with another shift
 * at the time are skipped.
 */
async function moveUp(seats: ShiftSeats): Promise<void> {
  const { tx } = seats.write;
  const isLate = seats.shift.startsAt.getTime() - now().getTime() < noPromotionHours * 60 * 60 * 1000;
  if (!hasRoom(seats) || isLate || !helperListSets.running.includes(seats.list.state)) return;
  for (const row of await standbyOf(tx, seats.shift.id)) {
    if (!hasRoom(seats)) return;
    if (await isBusy(tx, row)) continue;
    await changeHelper(seats, row, 'confirmed');
  }
}

async function isBusy(tx: Transaction, row: AssignmentRow): Promise<boolean> {
  const { rows } = await tx.execute<{ one: number }>(sql`
    select 1 as one from assignment a where a.club = ${row.club} and a.helper_key = ${row.helperKey} and a.id <> ${row.id}
      and a.state in ${oneOf(assignmentSets.filling)} and assignment_span(a.starts_at, a.ends_at) && assignment_span(${row.startsAt}, ${row.endsAt}) limit 1`);
  return rows.length > 0;
}

/** Maps constraint violations to problems: the same helper twice in a shift, or overlapping shifts of one helper. */
async function refusing<T>(work: PromiseLike<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (sqlState(error) === '23P01') throw new Problem('duty-overlaps', { cause: error });
    if (sqlState(error) === '23505' && brokenConstraint(error) === 'assignment_once')
      throw new Problem('already-registered', { cause: error });
    throw error;
  }
}
