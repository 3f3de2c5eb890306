import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Settings } from '#server/platform/process/settings.ts';
import type { z } from 'zod';
import { objectionStateNames } from '#shared/halls/seasons/seasonStates.ts';
import type { seasonPlansContract } from '#shared/halls/seasons/plans.ts';
import type { Objection, ObjectionPlace } from '#shared/halls/seasons/objections.ts';
import { minutesOf } from '#shared/kernel/calendar.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Actor } from '#server/platform/database/auditAndNotices.ts';
import { inAllClubs, type Transaction, type Write } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { writeToClub } from '../bookings/emails.ts';
import { declineResult, reopenResult } from '../notices/answers.ts';
import { organisation } from '../organisations/table.ts';
import { lockSeason } from './managing.ts';
import { readBoard } from './board.ts';
import { objectionsPage, writeToOrganisation } from './emails.ts';
import { insertGrants, readGrants, sentPlan } from './planRows.ts';
import { stillFree, timetableOf } from './planView.ts';
import { objection, season, seasonRefusal, wish } from './table.ts';
import { plans, readSeason, type SeasonRow } from './view.ts';
import { ownOrganisation } from './wishes.ts';

type Input<Name extends keyof typeof seasonPlansContract> = z.output<
  NonNullable<(typeof seasonPlansContract)[Name]['~orpc']['inputSchema']>
>;

/** The objections visible in the scope of the transaction: all for the manager, its own for a club. */
export async function listObjections(tx: Transaction, { id }: SeasonRow, only?: string): Promise<Objection[]> {
  const rows = await tx
    .select({ row: objection, organisation: organisation.name, groupName: wish.groupName })
    .from(objection)
    .innerJoin(organisation, eq(organisation.id, objection.organisationId))
    .leftJoin(wish, eq(wish.id, objection.wishId))
    .where(only ? eq(objection.id, only) : eq(objection.seasonId, id))
    .orderBy(desc(objection.createdAt))
    .limit(1000);
  return rows.map(({ row: { seasonId: _season, createdAt, ...row }, organisation: name, groupName }) => ({
    ...row,
    organisation: name,
    groupName: groupName ?? '',
    createdAt: createdAt.toISOString(),
  }));
}

/** Files an objection to a result during the consultation. The manager may enter it for an organisation without an account. */
export async function insertObjection(
  context: Context,
  write: Write,
  { id, organisationId, ...said }: Input<'object'>,
): Promise<Objection> {
  const season = await readSeason(context, write.tx, id);
  const own = organisationId && plans(context, season) ? { id: organisationId } : await ownOrganisation(context, write.tx);
  if (organisationId && organisationId !== own.id) throw new Problem('not-found');
  const { club, email } = signedIn(context);
  return objectFor(context.settings, write, season, own.id, said, { club, email });
}

/** Whether objections are still possible. */
export function takesObjections({ phase, objectionsUntil }: SeasonRow): boolean {
  return phase === 'consultation' && objectionsUntil !== null && now() <= objectionsUntil;
}

/** Files an objection in the name of an organisation; `by` names the club whose log keeps it, and the person if without an account. */
export async function objectFor(
  settings: Settings,
  write: Write,
  season: SeasonRow,
  organisationId: string,
  { wishId, alternative, text }: Omit<Input<'object'>, 'id' | 'organisationId'>,
  by: { club: ClubName; email: string; actor?: Actor },
): Promise<Objection> {
  const { tx } = write;
  const { id } = season;
  const own = { id: organisationId };
  if (!takesObjections(season)) throw new Problem('wrong-state');
  if (wishId) {
    const [of] = await tx.select({ organisationId: wish.organisationId, seasonId: wish.seasonId }).from(wish).where(eq(wish.id, wishId));
    if (of?.organisationId !== own.id || of.seasonId !== id) throw new Problem('not-found');
  }
  const place = alternative === null ? null : await alternativeOf(tx, season, wishId, alternative);
  const [row] = await tx
    .insert(objection)
    .values({ seasonId: id, organisationId: own.id, wishId, text, place, createdAt: now() })
    .returning();
  if (!row) throw new Error('The objection was not written.');
  const [view] = await listObjections(tx, season, row.id);
  if (!view) throw new Problem('not-found');
  await writeToClub(tx, settings, season.managerClub, {
    page: objectionsPage(season.id),
    subject: `Einwand zur Hallenvergabe ${season.name}`,
    body: `${view.organisation}${view.groupName ? ` (${view.groupName})` : ''}:\n\n${text}\n`,
    onceKey: `objection:${row.id}`,
  });
  const { club, email, actor } = by;
  await declineResult(tx, id, { organisationId: own.id, email });
  write.audit(
    'wishes.submit',
    { club, id: row.id, entity: 'seasons', by: actor },
    `Einwand zur Hallenvergabe ${season.name}: ${view.organisation}`,
  );
  for (const one of new Set([club, season.managerClub])) write.changed({ collection: 'seasons', club: one });
  return view;
}

/** One of the free times named in the refusal of a wish. */
async function alternativeOf(tx: Transaction, season: SeasonRow, wishId: string | null, at: number): Promise<ObjectionPlace> {
  const plan = wishId ? await sentPlan(tx, season.id) : undefined;
  await refuseSecond(tx, wishId);
  const [row] =
    plan && wishId
      ? await tx
          .select({ refusal: seasonRefusal.refusal })
          .from(seasonRefusal)
          .where(and(eq(seasonRefusal.planId, plan.id), eq(seasonRefusal.wishId, wishId)))
      : [];
  if (!row?.refusal.alternatives[at]) throw fieldProblem('alternative', 'Diese Zeit wird nicht mehr angeboten.');
  const free = plan && stillFree(timetableOf(await readBoard(tx, season), await readGrants(tx, plan.id)), row.refusal);
  const found = free?.find((one) => one.at === at);
  if (!found) throw fieldProblem('alternative', 'Diese Zeit ist nicht mehr frei.');
  const { at: _at, ...place } = found;
  return place;
}

/** One of the free times at a time: two for the same wish would ask for both. */
async function refuseSecond(tx: Transaction, wishId: string | null): Promise<void> {
  if (!wishId) return;
  const open = await tx
    .select({ id: objection.id })
    .from(objection)
    .where(and(eq(objection.wishId, wishId), eq(objection.state, 'open'), isNotNull(objection.place)));
  if (open.length > 0) throw fieldProblem('alternative', 'Für diese Gruppe ist schon eine Zeit gewählt. Ziehen Sie das zuerst zurück.');
}

/** Locks an open objection of an organisation after its season, in the order of all writes that grant times; throws if it was answered. */
export async function lockOwnObjection(tx: Transaction, { id, organisationId }: { id: string; organisationId: string }) {
  const isTheirs = and(eq(objection.id, id), eq(objection.organisationId, organisationId));
  const [found] = await tx.select({ seasonId: objection.seasonId }).from(objection).where(isTheirs);
  if (!found) throw new Problem('not-found');
  const [row] = await tx.select().from(season).where(eq(season.id, found.seasonId)).for('update');
  const [said] = await tx.select().from(objection).where(isTheirs).for('update');
  if (!row || said?.state !== 'open') throw new Problem('wrong-state');
  return { row, said };
}

/** Takes back an objection that nobody has answered yet; the manager is told. */
export async function withdrawObjection(
  settings: Settings,
  write: Write,
  { id, organisationId }: { id: string; organisationId: string },
  by: { club: ClubName; actor?: Actor },
): Promise<Objection> {
  const { tx } = write;
  return inAllClubs(tx, async () => {
    const { row } = await lockOwnObjection(tx, { id, organisationId });
    await tx.update(objection).set({ state: 'withdrawn' }).where(eq(objection.id, id));
    const [view] = await listObjections(tx, row, id);
    if (!view) throw new Problem('not-found');
    const left = (await listObjections(tx, row)).filter((one) => one.organisationId === organisationId && one.state !== 'withdrawn');
    if (left.length === 0) await reopenResult(tx, row.id, organisationId);
    await writeToClub(tx, settings, row.managerClub, {
      page: objectionsPage(row.id),
      subject: `Einwand zurückgezogen (Hallenvergabe ${row.name})`,
      body: `${view.organisation}${view.groupName ? ` (${view.groupName})` : ''} hat den Einwand zurückgezogen:\n\n${view.text}\n`,
      onceKey: `objection:${id}:withdrawn`,
    });
    write.audit('wishes.submit', { club: by.club, id, entity: 'seasons', by: by.actor }, `Einwand zurückgezogen: ${view.organisation}`);
    for (const club of new Set([by.club, row.managerClub])) write.changed({ collection: 'seasons', club });
    return view;
  });
}

/**
 * Grants a free time in the sent plan without taking a place from anybody. 409 if it was taken meanwhile. A grant that
 * is added to others reduces the missing dates.
 */
export async function giveAlternative(
  tx: Transaction,
  season: SeasonRow,
  wishId: string,
  place: ObjectionPlace,
  isFurther = true,
): Promise<void> {
  const plan = season.phase === 'consultation' ? await sentPlan(tx, season.id) : undefined;
  if (!plan) throw new Problem('wrong-state');
  const board = await readBoard(tx, season);
  const { words: _words, startTime, endTime, ...where } = place;
  const hour = { start: minutesOf(startTime), end: minutesOf(endTime), option: 0, points: 0, isKept: false, isLocked: false, reason: '' };
  await insertGrants(tx, board, plan.id, [{ ...where, ...hour, wishId }]);
  if (!isFurther) return;
  const isIt = and(eq(seasonRefusal.planId, plan.id), eq(seasonRefusal.wishId, wishId));
  const [row] = await tx.select({ refusal: seasonRefusal.refusal }).from(seasonRefusal).where(isIt);
  if (!row) return;
  const missing = row.refusal.missing - 1;
  if (missing > 0)
    await tx
      .update(seasonRefusal)
      .set({ refusal: { ...row.refusal, missing } })
      .where(isIt);
  else await tx.delete(seasonRefusal).where(isIt);
}

/** Answers an objection. The free time it asks for may be granted with the answer; all other changes of the plan need a return to planning. */
export async function answerObjection(context: Context, write: Write, { id, state, answer }: Input<'answer'>): Promise<Objection> {
  const { tx } = write;
  const [found] = await tx.select().from(objection).where(eq(objection.id, id));
  if (!found) throw new Problem('not-found');
  const season = await lockSeason(context, tx, found.seasonId);
  const [row] = await tx.select().from(objection).where(eq(objection.id, id)).for('update');
  if (row?.state !== 'open') throw new Problem('wrong-state');
  if (state === 'upheld' && row.place && row.wishId) await giveAlternative(tx, season, row.wishId, row.place);
  await tx.update(objection).set({ state, answer }).where(eq(objection.id, id));
  const [view] = await listObjections(tx, season, id);
  const [of] = await tx.select().from(organisation).where(eq(organisation.id, row.organisationId));
  if (!view || !of) throw new Problem('not-found');
  await writeToOrganisation(tx, context.settings, of, {
    seasonId: season.id,
    subject: `Hallenvergabe ${season.name}: Antwort auf Ihren Einwand`,
    body: `${objectionStateNames[state]}: ${answer}\n\nIhr Einwand:\n${row.text}\n`,
    onceKey: `objection:${id}:answer`,
  });
  write.audit(
    'seasons.plan',
    { club: season.managerClub, id },
    `Einwand von ${view.organisation} beantwortet: ${objectionStateNames[state]}`,
  );
  for (const one of new Set([of.club ?? season.managerClub, season.managerClub])) write.changed({ collection: 'seasons', club: one });
  return view;
}
