import { desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { objectionStateNames } from '#shared/halls/seasons/seasonStates.ts';
import type { Objection, seasonPlansContract } from '#shared/halls/seasons/plans.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { writeToClub } from '../bookings/emails.ts';
import { organisation } from '../organisations/table.ts';
import { writeToOrganisation } from './emails.ts';
import { lockSeason } from './lock.ts';
import { objection, wish } from './table.ts';
import { plans, readSeason, type SeasonRow } from './view.ts';
import { ownOrganisation } from './wishes.ts';

type Input<Name extends keyof typeof seasonPlansContract> = z.output<
  NonNullable<(typeof seasonPlansContract)[Name]['~orpc']['inputSchema']>
>;

/** The objections that stand within the scope of the transaction: the manager's all, a club's its own. */
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

/** Says something against a result, while the consultation lasts. The manager may note it for an organisation without an account. */
export async function insertObjection(
  context: Context,
  write: Write,
  { id, organisationId, wishId, text }: Input<'object'>,
): Promise<Objection> {
  const { tx } = write;
  const season = await readSeason(context, tx, id);
  const own = organisationId && plans(context, season) ? { id: organisationId } : await ownOrganisation(context, tx);
  if (organisationId && organisationId !== own.id) throw new Problem('not-found');
  if (season.phase !== 'consultation' || !season.objectionsUntil || season.objectionsUntil < now()) throw new Problem('wrong-state');
  if (wishId) {
    const [of] = await tx.select({ organisationId: wish.organisationId, seasonId: wish.seasonId }).from(wish).where(eq(wish.id, wishId));
    if (of?.organisationId !== own.id || of.seasonId !== id) throw new Problem('not-found');
  }
  const [row] = await tx.insert(objection).values({ seasonId: id, organisationId: own.id, wishId, text, createdAt: now() }).returning();
  if (!row) throw new Error('The objection was not written.');
  const [view] = await listObjections(tx, season, row.id);
  if (!view) throw new Problem('not-found');
  await writeToClub(tx, season.managerClub, {
    subject: `Einwand zur Hallenvergabe ${season.name}`,
    body: `${view.organisation}${view.groupName ? ` (${view.groupName})` : ''}:\n\n${text}\n`,
    onceKey: `objection:${row.id}`,
  });
  const { club } = signedIn(context);
  write.audit('wishes.submit', { club, id: row.id, entity: 'seasons' }, `Einwand zur Hallenvergabe ${season.name}: ${view.organisation}`);
  for (const one of new Set([club, season.managerClub])) write.changed({ collection: 'seasons', club: one });
  return view;
}

/** Answers an objection; the plan is changed by going back to the planning. */
export async function answerObjection(context: Context, write: Write, { id, state, answer }: Input<'answer'>): Promise<Objection> {
  const { tx } = write;
  const [found] = await tx.select().from(objection).where(eq(objection.id, id));
  if (!found) throw new Problem('not-found');
  const season = await lockSeason(context, tx, found.seasonId);
  const [row] = await tx.select().from(objection).where(eq(objection.id, id)).for('update');
  if (row?.state !== 'open') throw new Problem('wrong-state');
  await tx.update(objection).set({ state, answer }).where(eq(objection.id, id));
  const [view] = await listObjections(tx, season, id);
  const [of] = await tx.select().from(organisation).where(eq(organisation.id, row.organisationId));
  if (!view || !of) throw new Problem('not-found');
  await writeToOrganisation(tx, of, {
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
