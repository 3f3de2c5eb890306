import { and, asc, eq, inArray } from 'drizzle-orm';
import type { HelperView, OperationalSummary, OperationalView, ShiftView } from '#shared/helpers/operationalShapes.ts';
import { event } from '#server/events/table.ts';
import { person } from '#server/people/persons/table.ts';
import { beyondScope, type Transaction } from '#server/platform/database/database.ts';
import type { Looker } from './access.ts';
import { itemsOf } from '../items/itemView.ts';
import { holdsPlaceNow, type AssignmentRow, type OperationalRow, type ShiftRow } from '../signUp/places.ts';
import { operational, operationalAssignment, operationalShift } from './table.ts';

type Found = { row: AssignmentRow; name: string };

/** A list with its duties; names and addresses only as far as the one who looks may see them. */
export async function toView(tx: Transaction, list: OperationalRow, looker: Looker): Promise<OperationalView> {
  const shifts = await tx
    .select()
    .from(operationalShift)
    .where(eq(operationalShift.operationalId, list.id))
    .orderBy(asc(operationalShift.startsAt), asc(operationalShift.area), asc(operationalShift.id))
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

/** Lists with their numbers, the next first. */
export async function toSummaries(tx: Transaction, lists: readonly OperationalRow[]): Promise<OperationalSummary[]> {
  const shifts =
    lists.length === 0
      ? []
      : await tx
          .select()
          .from(operationalShift)
          .where(
            inArray(
              operationalShift.operationalId,
              lists.map(({ id }) => id),
            ),
          );
  const helpers = await helpersOf(
    tx,
    shifts.map(({ id }) => id),
  );
  return lists.map(({ id, club, title, startsOn, endsOn, state, visibility, publicToken }) => {
    const own = shifts.filter(({ operationalId }) => operationalId === id);
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

/** A duty without its people, as its helper sees it. */
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
    token: own ? row.manageToken : null,
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
    filled: helpers.filter(({ row }) => holdsPlaceNow(row)).length,
    standby: helpers.filter(({ row }) => row.state === 'standby').length,
  };
}

async function helpersOf(tx: Transaction, shiftIds: readonly string[]): Promise<Map<string, Found[]>> {
  if (shiftIds.length === 0) return new Map();
  const rows = await tx
    .select({ row: operationalAssignment, firstname: person.firstname, lastname: person.lastname })
    .from(operationalAssignment)
    .leftJoin(person, eq(person.id, operationalAssignment.personId))
    .where(
      and(
        inArray(operationalAssignment.shiftId, [...shiftIds]),
        inArray(operationalAssignment.state, ['unverified', 'confirmed', 'standby', 'done', 'no_show']),
      ),
    )
    .orderBy(asc(operationalAssignment.createdAt), asc(operationalAssignment.id));
  const found = rows.map(({ row, firstname, lastname }) => ({
    row,
    name: firstname ? `${firstname} ${lastname}` : (row.guestName ?? ''),
  }));
  return Map.groupBy(found, ({ row }) => row.shiftId);
}

async function eventTitle(tx: Transaction, eventId: string | null): Promise<string | null> {
  if (!eventId) return null;
  const [row] = await tx.select({ title: event.title }).from(event).where(eq(event.id, eventId));
  return row?.title ?? null;
}

/** The list that a duty belongs to, with the duty; also of another club, e.g. for the own duties. */
export async function dutiesById(
  tx: Transaction,
  shiftIds: readonly string[],
): Promise<Map<string, { list: OperationalRow; shift: ShiftRow }>> {
  if (shiftIds.length === 0) return new Map();
  const rows = await beyondScope(tx, () =>
    tx
      .select({ list: operational, shift: operationalShift })
      .from(operationalShift)
      .innerJoin(operational, eq(operational.id, operationalShift.operationalId))
      .where(inArray(operationalShift.id, [...shiftIds])),
  );
  return new Map(rows.map((row) => [row.shift.id, row]));
}
