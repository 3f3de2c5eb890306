import { randomBytes, randomUUID } from 'node:crypto';
import { and, asc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import { helperHoldMinutes, noPromotionHours, sharedMinutes, type AssignmentState } from '#shared/helpers/operationalWords.ts';
import { now } from '#server/platform/process/clock.ts';
import { brokenConstraint, enterScope, sqlState, type Deed, type Transaction } from '#server/platform/database/database.ts';
import { createGate } from '#server/platform/http/gate.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { postDutyLetter } from '../lists/letters.ts';
import { operational, operationalAssignment, operationalShift } from '../lists/table.ts';

export type OperationalRow = typeof operational.$inferSelect;
export type ShiftRow = typeof operationalShift.$inferSelect;
export type AssignmentRow = typeof operationalAssignment.$inferSelect;

/** Who acts, with what every change of a place needs. */
export type DutyDeed = { deed: Deed; settings: Settings; actor: { userId?: string | undefined; name: string } };

/** One duty behind its lock, with the places that are held now. */
export type Duty = DutyDeed & { list: OperationalRow; shift: ShiftRow; occupied: number };

/** A helper on his way in: a person of the club, or a guest. */
export type Helper = Pick<AssignmentRow, 'personId' | 'guestName' | 'guestEmail' | 'guestPhone' | 'helperKey' | 'comment'>;

const gate = createGate(2);

/** Lets deeds on one duty wait in line before they take a connection, as the courses' places do. */
export function inLine<T>(shiftId: string, deed: () => Promise<T>): Promise<T> {
  return gate.pass(shiftId, deed);
}

/**
 * THE way to change who is on a duty. It locks the row of the duty, asks `check` whether the deed is allowed, counts in a
 * second statement (decision 0005), runs `work`, and lets the standby list move up where a place became free.
 */
export async function withDuty<T>(
  needs: DutyDeed,
  shiftId: string,
  check: (list: OperationalRow, shift: ShiftRow) => void | Promise<void>,
  work: (duty: Duty) => Promise<T>,
): Promise<T> {
  const { tx } = needs.deed;
  const [shift] = await tx.select().from(operationalShift).where(eq(operationalShift.id, shiftId)).for('update');
  if (!shift) throw new Problem('not-found');
  await enterScope(tx, shift.club);
  const [list] = await tx.select().from(operational).where(eq(operational.id, shift.operationalId));
  if (!list) throw new Problem('not-found');
  await check(list, shift);
  const duty: Duty = { ...needs, list, shift, occupied: await occupiedOf(tx, shiftId) };
  const answer = await work(duty);
  await moveUp(duty);
  tellChanged(needs.deed, list);
  return answer;
}

/** Whether a further helper gets a place now; otherwise he stands by. */
export function hasRoom({ shift, occupied }: Duty): boolean {
  return occupied < shift.needed;
}

/** Puts somebody on a locked duty; the constraints refuse the same one twice and duties that overlap. */
export async function insertHelper(
  duty: Duty,
  { personId, guestName, guestEmail, guestPhone, helperKey, comment }: Helper,
  state: AssignmentState,
  createdBy: string | null = duty.actor.userId ?? null,
): Promise<AssignmentRow> {
  const { shift, deed } = duty;
  const at = now();
  const [row] = await refusing(
    deed.tx
      .insert(operationalAssignment)
      .values({
        personId,
        guestName,
        guestEmail,
        guestPhone,
        helperKey,
        comment,
        id: randomUUID(),
        club: shift.club,
        shiftId: shift.id,
        startsAt: shift.startsAt,
        endsAt: shift.endsAt,
        state,
        manageToken: randomBytes(24).toString('base64url'),
        holdExpiresAt: state === 'unverified' ? new Date(at.getTime() + helperHoldMinutes * 60_000) : null,
        createdAt: at,
        createdBy,
      })
      .returning(),
  );
  if (!row) throw new Problem('conflict');
  if (holdsPlace(state)) duty.occupied += 1;
  return row;
}

/** Brings an assignment of a locked duty into another state, and tells its helper where he did not do it himself. */
export async function changeHelper(
  duty: Duty,
  row: AssignmentRow,
  to: AssignmentState,
  { isSilent = false, set = {} }: { isSilent?: boolean; set?: Partial<AssignmentRow> } = {},
): Promise<AssignmentRow> {
  const [after] = await refusing(
    duty.deed.tx
      .update(operationalAssignment)
      .set({ holdExpiresAt: null, seeksRelief: false, ...set, state: to, version: sql`${operationalAssignment.version} + 1` })
      .where(eq(operationalAssignment.id, row.id))
      .returning(),
  );
  if (!after) throw new Problem('not-found');
  duty.occupied += Number(holdsPlace(to)) - Number(holdsPlaceNow(row));
  if (!isSilent) await postDutyLetter(duty, after);
  return after;
}

/** Who stands by, in the order in which they came. */
export function standbyOf(tx: Transaction, shiftId: string): Promise<AssignmentRow[]> {
  return tx
    .select()
    .from(operationalAssignment)
    .where(and(eq(operationalAssignment.shiftId, shiftId), eq(operationalAssignment.state, 'standby')))
    .orderBy(asc(operationalAssignment.createdAt), asc(operationalAssignment.id))
    .limit(200);
}

/** Duties of the same helper that overlap with this one by so little that it is allowed: a sentence of warning, or nothing. */
export async function overlapWarning(tx: Transaction, row: AssignmentRow): Promise<string> {
  const others = await tx
    .select({ startsAt: operationalAssignment.startsAt, endsAt: operationalAssignment.endsAt, task: operationalShift.task })
    .from(operationalAssignment)
    .innerJoin(operationalShift, eq(operationalShift.id, operationalAssignment.shiftId))
    .where(
      and(
        eq(operationalAssignment.helperKey, row.helperKey),
        ne(operationalAssignment.id, row.id),
        inArray(operationalAssignment.state, ['unverified', 'confirmed', 'standby']),
        gt(operationalAssignment.endsAt, row.startsAt),
        sql`${operationalAssignment.startsAt} < ${row.endsAt}`,
      ),
    )
    .limit(1);
  const [other] = others;
  return other ? `Achtung: Das überschneidet sich um ${sharedMinutes(row, other)} Minuten mit „${other.task}“.` : '';
}

/** Tells the board's page and everybody who has a list open that something on a list changed. */
export function tellChanged(deed: Deed, { id, club }: Pick<OperationalRow, 'id' | 'club'>): void {
  deed.changed({ collection: 'operational', club, entityId: id });
  deed.changed({ collection: 'helping', club, entityId: id });
}

/** The places of a duty that are held, unconfirmed ones while their time lasts. Binding only behind the lock. */
async function occupiedOf(tx: Transaction, shiftId: string): Promise<number> {
  const rows = await tx.select().from(operationalAssignment).where(eq(operationalAssignment.shiftId, shiftId));
  return rows.filter(holdsPlaceNow).length;
}

/** Whether an assignment holds a place at this moment. */
export function holdsPlaceNow({ state, holdExpiresAt }: Pick<AssignmentRow, 'state' | 'holdExpiresAt'>): boolean {
  return holdsPlace(state) && (holdExpiresAt === null || holdExpiresAt > now());
}

function holdsPlace(state: AssignmentState): boolean {
  return state === 'confirmed' || state === 'unverified' || state === 'done' || state === 'no_show';
}

/** The first who stand by get what is free, until a day before; then the board telephones. Whoever is busy then is passed over. */
async function moveUp(duty: Duty): Promise<void> {
  const { tx } = duty.deed;
  const isLate = duty.shift.startsAt.getTime() - now().getTime() < noPromotionHours * 60 * 60 * 1000;
  if (!hasRoom(duty) || isLate || !['open', 'closed'].includes(duty.list.state)) return;
  for (const row of await standbyOf(tx, duty.shift.id)) {
    if (!hasRoom(duty)) return;
    if (await isBusy(tx, row)) continue;
    await changeHelper(duty, row, 'confirmed');
  }
}

async function isBusy(tx: Transaction, row: AssignmentRow): Promise<boolean> {
  const { rows } = await tx.execute<{ one: number }>(sql`
    select 1 as one from operational_assignment a where a.club = ${row.club} and a.helper_key = ${row.helperKey} and a.id <> ${row.id}
      and a.state in ('unverified', 'confirmed', 'done') and duty_span(a.starts_at, a.ends_at) && duty_span(${row.startsAt}, ${row.endsAt}) limit 1`);
  return rows.length > 0;
}

/** The constraints are the last line: the same helper twice on a duty, and two duties of one helper at a time. */
async function refusing<T>(work: PromiseLike<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (sqlState(error) === '23P01') throw new Problem('duty-overlaps', { cause: error });
    if (sqlState(error) === '23505' && brokenConstraint(error) === 'operational_once')
      throw new Problem('already-registered', { cause: error });
    throw error;
  }
}
