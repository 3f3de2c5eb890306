import { and, asc, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import { firstStart, isOver, phaseOfRound, roundSets } from '#shared/courses/holiday/rules.ts';
import type { RoundInput, RoundRow } from '#shared/courses/holiday/shapes.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { associationClub, type ClubName } from '#shared/kernel/clubs.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { readParameter } from '#server/club/config/service.ts';
import { inAllClubs, enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { course } from '../offers/table.ts';
import { holidayChild, holidayOffer, holidayRound } from './table.ts';

export type Round = typeof holidayRound.$inferSelect;

/** Whether a club leads rounds and takes part in those of the association. */
export function hasRounds(tx: Transaction, club: ClubName): Promise<boolean> {
  return readParameter(tx, `holidays.${club}.rounds`);
}

/** Refuses where the club has switched the holiday programme off. */
export async function requireHolidayProgramme(tx: Transaction, club: ClubName): Promise<void> {
  if (!(await hasRounds(tx, club))) throw new Problem('holidays-off');
}

/** A round by its id, for a viewer who may do this with it; the transaction is in the scope of its club afterwards. */
export async function roundFor(context: Context, tx: Transaction, id: string, permission: Permission, isLocked = false): Promise<Round> {
  const query = tx.select().from(holidayRound).where(eq(holidayRound.id, id));
  const [row] = await (isLocked ? query.for('update') : query);
  if (!row) throw new Problem('not-found');
  allow(context, permission, targetOf(context, row.club));
  await enterScope(tx, row.club);
  return row;
}

/** The rounds that a club leads, and those of the association; the latest first. */
export async function listRounds(tx: Transaction, club: ClubName): Promise<RoundRow[]> {
  const rows = await tx
    .select()
    .from(holidayRound)
    .where(inArray(holidayRound.club, [club, associationClub]))
    .orderBy(desc(holidayRound.wishesUntil), asc(holidayRound.name), asc(holidayRound.id))
    .limit(100);
  return toRows(tx, rows, club);
}

/** Rounds as boards list them, with their numbers. */
export async function toRows(tx: Transaction, rows: readonly Round[], club: ClubName): Promise<RoundRow[]> {
  const ids = rows.map(({ id }) => id);
  const [offers, children] = await inAllClubs(tx, async () => [await counted(tx, holidayOffer, ids), await counted(tx, holidayChild, ids)]);
  return rows.map((row) => ({
    id: row.id,
    club: row.club,
    name: row.name,
    text: row.text,
    wishesUntil: row.wishesUntil,
    sendsOn: row.sendsOn,
    phase: phaseOfRound(row, now()),
    offers: offers.get(row.id) ?? 0,
    children: children.get(row.id) ?? 0,
    isOwn: row.club === club,
    version: row.version,
  }));
}

async function counted(tx: Transaction, table: typeof holidayOffer | typeof holidayChild, ids: readonly string[]) {
  const rows = await tx
    .select({ id: table.roundId, count: sql<number>`count(*)::int` })
    .from(table)
    .where(inArray(table.roundId, [...ids]))
    .groupBy(table.roundId);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Makes a round; the transaction is in the scope of its club. */
export async function createRound(context: Context, write: Write, club: ClubName, input: RoundInput): Promise<RoundRow> {
  await requireHolidayProgramme(write.tx, club);
  refusePast(input);
  const values = { ...input, id: randomUUID(), club, createdBy: signedIn(context).userId, createdAt: now() };
  const [row] = await write.tx.insert(holidayRound).values(values).returning();
  return written(write, row, 'Ferienprogramm angelegt');
}

function refusePast({ wishesUntil }: RoundInput): void {
  if (wishesUntil < today()) throw fieldProblem('round.wishesUntil', 'Bitte ein Tag ab heute.');
}

/** Changes a round: a draft in everything, an open one with a later last day at most, a closed one in the day of sending alone. */
export async function updateRound(context: Context, write: Write, id: string, input: RoundInput, version: number): Promise<RoundRow> {
  const row = await roundFor(context, write.tx, id, 'holidayRounds.manage', true);
  if (row.version !== version) throw new Problem('conflict');
  const phase = phaseOfRound(row, now());
  if (isOver(phase)) throw new Problem('wrong-state');
  if (phase === 'draft') refusePast(input);
  else if (phase === 'open' && input.wishesUntil < row.wishesUntil)
    throw fieldProblem('round.wishesUntil', `Bis zum ${germanDate(row.wishesUntil)} ist es zugesagt. Möglich ist ein späterer Tag.`);
  else if (phase !== 'open' && input.wishesUntil !== row.wishesUntil)
    throw fieldProblem('round.wishesUntil', 'Die Wünsche sind abgeschlossen.');
  await refuseLateSending(write.tx, id, input);
  const [after] = await write.tx
    .update(holidayRound)
    .set({ ...input, version: version + 1 })
    .where(eq(holidayRound.id, id))
    .returning();
  return written(write, after, 'Ferienprogramm geändert', row);
}

/** Refuses a day of sending after which an offer begins too soon. */
async function refuseLateSending(tx: Transaction, roundId: string, { sendsOn }: RoundInput): Promise<void> {
  const [early] = await inAllClubs(tx, () =>
    tx
      .select({ title: course.title, startsOn: course.startsOn })
      .from(course)
      .where(and(eq(course.roundId, roundId), lt(course.startsOn, firstStart(sendsOn))))
      .orderBy(asc(course.startsOn))
      .limit(1),
  );
  if (early)
    throw fieldProblem('round.sendsOn', `„${early.title}“ beginnt am ${germanDate(early.startsOn)}: Dazwischen müssen vier Tage liegen.`);
}

/** Deletes a draft; its offers are free again. */
export async function removeRound(context: Context, write: Write, id: string): Promise<void> {
  const row = await roundFor(context, write.tx, id, 'holidayRounds.manage', true);
  if (row.state !== 'draft') throw new Problem('wrong-state');
  await write.tx.update(course).set({ roundId: null }).where(eq(course.roundId, id));
  await write.tx.delete(holidayRound).where(eq(holidayRound.id, id));
  record(write, row, 'Ferienprogramm gelöscht', { before: row });
}

/** Opens the wishes. The seed of the lots is made now, so that nobody can look at the wishes and draw until they like it. */
export async function openRound(context: Context, write: Write, id: string, version: number): Promise<RoundRow> {
  const { tx } = write;
  const row = await roundFor(context, tx, id, 'holidayRounds.manage', true);
  await requireHolidayProgramme(tx, row.club);
  if (row.version !== version) throw new Problem('conflict');
  if (row.state !== 'draft') throw new Problem('wrong-state');
  const missing = [
    ...((await tx.$count(holidayOffer, eq(holidayOffer.roundId, id))) === 0
      ? [{ path: 'offers', message: 'Es fehlt mindestens ein Angebot.' }]
      : []),
    ...(row.wishesUntil < today() ? [{ path: 'wishesUntil', message: 'Der letzte Tag der Wünsche ist vorbei.' }] : []),
  ];
  if (missing.length > 0) throw new Problem('not-ready', { fields: missing });
  const [after] = await tx
    .update(holidayRound)
    .set({ state: 'open', seed: randomBytes(8).toString('hex'), version: version + 1 })
    .where(eq(holidayRound.id, id))
    .returning();
  return written(write, after, 'Wünsche geöffnet', row);
}

/** Audits a change of a round and gives it as lists show it. */
export async function written(write: Write, row: Round | undefined, content: string, before?: Round): Promise<RoundRow> {
  if (!row) throw new Problem('not-found');
  // The seed stays where nobody reads it before the seats have gone out.
  record(write, row, content, { ...(before && { before: { ...before, seed: undefined } }), after: { ...row, seed: undefined } });
  const [shown] = await toRows(write.tx, [row], row.club);
  if (!shown) throw new Problem('not-found');
  return shown;
}

/** Writes into the audit log, and wakes the pages that show the round. */
export function record(write: Write, { id, club, name }: Round, content: string, change: Parameters<Write['audit']>[3] = {}): void {
  write.audit('holidayRounds.manage', { club, id, entity: 'participations' }, `${content}: ${name}`, change);
  write.changed({ collection: 'courses', club, entityId: id });
  write.changed({ collection: 'participations', club, entityId: id });
}

/** How long a round is named beside the offers after its seats have gone out. */
const shownForMs = 14 * 24 * 60 * 60 * 1000;

/** The rounds that everybody may see from the offers of a site: open, or over since a short time. The association shows all of them. */
export async function currentRounds(tx: Transaction, host: ClubName) {
  const rows = await tx
    .select()
    .from(holidayRound)
    .where(
      and(
        inArray(holidayRound.state, roundSets.seen),
        host === associationClub ? undefined : inArray(holidayRound.club, [host, associationClub]),
        or(isNull(holidayRound.sentAt), gt(holidayRound.sentAt, new Date(now().getTime() - shownForMs))),
      ),
    )
    .orderBy(asc(holidayRound.wishesUntil), asc(holidayRound.id))
    .limit(20);
  const offers = await tx
    .select({ roundId: holidayOffer.roundId, courseId: holidayOffer.courseId })
    .from(holidayOffer)
    .where(
      inArray(
        holidayOffer.roundId,
        rows.map(({ id }) => id),
      ),
    );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    wishesUntil: row.wishesUntil,
    phase: phaseOfRound(row, now()),
    courseIds: offers.flatMap(({ roundId, courseId }) => (roundId === row.id ? [courseId] : [])),
  }));
}
