import { and, asc, eq, inArray } from 'drizzle-orm';
import { assignmentSets } from '#shared/helpers/helperListWords.ts';
import type { HelperView, HelperListSummary, HelperListView, ShiftView } from '#shared/helpers/helperListShapes.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { event } from '#server/events/table.ts';
import { person } from '#server/people/persons/table.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import type { Looker } from './access.ts';
import { itemsOf } from '../items/itemView.ts';
import { holdsSeatNow, type AssignmentRow, type HelperListRow, type ShiftRow } from '../signUp/seats.ts';
import { helperList, assignment, shift } from './table.ts';

type Found = { row: AssignmentRow; name: string };

/** A list with its shifts; names and addresses are included only where the viewer may see them. */
export async function toView(tx: Transaction, list: HelperListRow, looker: Looker): Promise<HelperListView> {
  const shifts = await tx
    .select()
    .from(shift)
    .where(eq(shift.helperListId, list.id))
    .orderBy(asc(shift.startsAt), asc(shift.area), asc(shift.id))
    .limit(500);
  const helpers = await helpersOf(
    tx,
    shifts.map(({ id }) => id),
  );
  const { createdAt: _createdAt, publicToken, ...values } = list;
  return {
    ...values,
    token: publicToken,
    eventTitle: await eventTitle(tx, list.eventId),
    shifts: shifts.map((shift) => toShift(shift, helpers.get(shift.id) ?? [], looker)),
    items: await itemsOf(tx, list.id, looker),
  };
}

/** Lists with their seat counts, the next first. */
export async function toSummaries(tx: Transaction, lists: readonly HelperListRow[]): Promise<HelperListSummary[]> {
  const shifts =
    lists.length === 0
      ? []
      : await tx
          .select()
          .from(shift)
          .where(
            inArray(
              shift.helperListId,
              lists.map(({ id }) => id),
            ),
          );
  const helpers = await helpersOf(
    tx,
    shifts.map(({ id }) => id),
  );
  return lists.map(({ id, club, title, startsOn, endsOn, state, visibility, publicToken }) => {
    const own = shifts.filter(({ helperListId }) => helperListId === id);
    const counted = own.map((shift) => count(helpers.get(shift.id) ?? []));
    return {
      id,
      club,
      title,
      startsOn,
      endsOn,
      state,
      visibility,
      token: publicToken,
      shifts: own.length,
      needed: own.reduce((sum, { needed }) => sum + needed, 0),
      filled: counted.reduce((sum, { filled }) => sum + filled, 0),
      standby: counted.reduce((sum, { standby }) => sum + standby, 0),
    };
  });
}

/** A shift without its other helpers, as one helper sees it. */
export function bareShift({ id, area, task, place, startsAt, endsAt, contact, note }: ShiftRow) {
  return { id, area, task, place, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), contact, note };
}

function toShift(shift: ShiftRow, helpers: readonly Found[], looker: Looker): ShiftView {
  const shown = helpers.filter(({ row }) => looker.isBoard || isOwn(row, looker) || (row.seeksRelief && row.state === 'confirmed'));
  return {
    ...bareShift(shift),
    ...count(helpers),
    needed: shift.needed,
    ageMin: shift.ageMin,
    creditMinutes: shift.creditMinutes,
    responsibleClub: shift.responsibleClub,
    version: shift.version,
    helpers: shown.map((one) => toHelper(one, looker)),
  };
}

function toHelper({ row, name }: Found, looker: Looker): HelperView {
  const own = isOwn(row, looker);
  return {
    id: row.id,
    state: row.state,
    name: looker.isBoard || own ? name : null,
    isOwn: own,
    token: own ? row.id : null,
    email: looker.isBoard ? row.guestEmail : null,
    phone: looker.isBoard ? row.guestPhone : null,
    comment: looker.isBoard || own ? row.comment : '',
    seeksRelief: row.seeksRelief,
    creditedMinutes: looker.isBoard || own ? row.creditedMinutes : null,
  };
}

function isOwn({ personId, createdBy, guestName }: AssignmentRow, { userId, personIds }: Looker): boolean {
  if (personId) return personIds.includes(personId);
  return guestName !== null && userId !== undefined && createdBy === userId;
}

function count(helpers: readonly Found[]): { filled: number; standby: number } {
  return {
    filled: helpers.filter(({ row }) => holdsSeatNow(row)).length,
    standby: helpers.filter(({ row }) => row.state === 'standby').length,
  };
}

async function helpersOf(tx: Transaction, shiftIds: readonly string[]): Promise<Map<string, Found[]>> {
  if (shiftIds.length === 0) return new Map();
  const rows = await tx
    .select({ row: assignment, firstname: person.firstname, lastname: person.lastname })
    .from(assignment)
    .leftJoin(person, eq(person.id, assignment.personId))
    .where(and(inArray(assignment.shiftId, [...shiftIds]), inArray(assignment.state, assignmentSets.listed)))
    .orderBy(asc(assignment.createdAt), asc(assignment.id));
  const found = rows.map(({ row, firstname, lastname }) => ({
    row,
    name: firstname && lastname !== null ? fullName({ firstname, lastname }) : (row.guestName ?? ''),
  }));
  return Map.groupBy(found, ({ row }) => row.shiftId);
}

async function eventTitle(tx: Transaction, eventId: string | null): Promise<string | null> {
  if (!eventId) return null;
  const [row] = await tx.select({ title: event.title }).from(event).where(eq(event.id, eventId));
  return row?.title ?? null;
}

/** Shifts with their lists, by shift id; includes other clubs, e.g. for a user's own assignments. */
export async function shiftsById(
  tx: Transaction,
  shiftIds: readonly string[],
): Promise<Map<string, { list: HelperListRow; shift: ShiftRow }>> {
  if (shiftIds.length === 0) return new Map();
  const rows = await inAllClubs(tx, () =>
    tx
      .select({ list: helperList, shift: shift })
      .from(shift)
      .innerJoin(helperList, eq(helperList.id, shift.helperListId))
      .where(inArray(shift.id, [...shiftIds])),
  );
  return new Map(rows.map((row) => [row.shift.id, row]));
}
