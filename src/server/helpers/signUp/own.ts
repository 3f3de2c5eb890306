import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { OwnDuty } from '#shared/helpers/operationalShapes.ts';
import { ownPeople } from '#server/people/persons/service.ts';
import { person } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { beyondScope, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { standbyOf, type AssignmentRow } from './places.ts';
import { operationalAssignment } from '../lists/table.ts';
import { bareShift, dutiesById } from '../lists/view.ts';

/** The duties of a user and of everybody for whom he may act, what is to come first. */
export async function myDuties(tx: Transaction, userId: string): Promise<OwnDuty[]> {
  const personIds = (await ownPeople(tx, userId)).map(({ id }) => id);
  const byAccount = and(eq(operationalAssignment.createdBy, userId), isNull(operationalAssignment.personId));
  const rows = await tx
    .select()
    .from(operationalAssignment)
    .where(personIds.length > 0 ? or(inArray(operationalAssignment.personId, personIds), byAccount) : byAccount)
    .orderBy(
      desc(sql`${operationalAssignment.endsAt} > ${now()}`),
      sql`abs(extract(epoch from ${operationalAssignment.startsAt} - ${now()}))`,
    )
    .limit(100);
  return toOwn(tx, rows);
}

/** One duty as its helper sees it. */
export async function ownDutyOf(tx: Transaction, id: string): Promise<OwnDuty> {
  const rows = await tx.select().from(operationalAssignment).where(eq(operationalAssignment.id, id));
  const [duty] = await toOwn(tx, rows);
  if (!duty) throw new Problem('not-found');
  return duty;
}

/** Whether a helper may still give his place back by himself. */
export function canLeave({ state, startsAt }: Pick<AssignmentRow, 'state' | 'startsAt'>): boolean {
  return ['confirmed', 'standby', 'unverified'].includes(state) && startsAt > now();
}

async function toOwn(tx: Transaction, rows: readonly AssignmentRow[]): Promise<OwnDuty[]> {
  const duties = await dutiesById(
    tx,
    rows.map(({ shiftId }) => shiftId),
  );
  const names = await namesOf(tx, rows);
  const own: OwnDuty[] = [];
  for (const row of rows) {
    const duty = duties.get(row.shiftId);
    if (!duty) continue;
    own.push({
      id: row.id,
      token: row.manageToken,
      state: row.state,
      name: (row.personId && names.get(row.personId)) || (row.guestName ?? ''),
      seeksRelief: row.seeksRelief,
      creditedMinutes: row.creditedMinutes,
      holdExpiresAt: row.holdExpiresAt?.toISOString() ?? null,
      position: row.state === 'standby' ? await positionOf(tx, row) : null,
      canLeave: canLeave(row) && duty.list.state !== 'done',
      shift: bareShift(duty.shift),
      list: { title: duty.list.title, club: duty.list.club, token: duty.list.publicToken, state: duty.list.state },
    });
  }
  return own;
}

/** A position counts people whom the asker may not see, so it looks beyond his scope, at numbers only. */
async function positionOf(tx: Transaction, { id, shiftId }: AssignmentRow): Promise<number> {
  const rows = await beyondScope(tx, () => standbyOf(tx, shiftId));
  return rows.findIndex((row) => row.id === id) + 1;
}

async function namesOf(tx: Transaction, rows: readonly AssignmentRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ personId }) => personId ?? []);
  if (ids.length === 0) return new Map();
  const people = await tx
    .select({ id: person.id, firstname: person.firstname, lastname: person.lastname })
    .from(person)
    .where(inArray(person.id, ids));
  return new Map(people.map(({ id, firstname, lastname }) => [id, `${firstname} ${lastname}`]));
}
