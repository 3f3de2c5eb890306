import { randomUUID } from 'node:crypto';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { hasSeat } from '#shared/courses/offerFilter.ts';
import { watchDays, watchesAtMost, type OwnWatch, type watchInput } from '#shared/courses/watches/watches.ts';
import type { ListedCourse } from '#shared/courses/courseShapes.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { enterScope, everyClub, type Transaction } from '#server/platform/database/database.ts';
import type { Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { countTry, type Limit } from '#server/platform/http/rateLimit.ts';
import { now } from '#server/platform/process/clock.ts';
import { linkHash } from '#server/platform/secretLinks.ts';
import { course } from '../offers/table.ts';
import { offersOf, watched, type WatchRow } from './find.ts';
import { postConfirm, postTooMany } from './mails.ts';
import { offerWatch } from './table.ts';
import { cleanFilter, filterInWords, pathOfFilter } from './words.ts';

type Input = z.output<typeof watchInput>;

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const perNetwork: Limit = { free: 40, windowMs: hourMs };
const perAddress: Limit = { free: 8, windowMs: hourMs };

/**
 * Creates a watch. A visitor gets a mail whatever is known of the address, so that the response reveals nothing; a signed-in viewer's
 * address is verified already.
 */
export async function watch(context: Context, { email: typed, website, ...input }: Input): Promise<{ isConfirmed: boolean }> {
  const { viewer } = context;
  await countTry(context.database, `watch:${context.network}`, perNetwork);
  const email = viewer?.email ?? typed;
  if (!email) throw fieldProblem('email', 'Bitte ausfüllen.');
  await countTry(context.database, `watch:${email}`, perAddress);
  if ((input.courseId === undefined) === (input.filter === undefined)) throw new Problem('invalid-input');
  if (website !== '') return { isConfirmed: false };
  const club = context.hostClub;
  await context.database.write(everyClub, async (write) => {
    const { tx } = write;
    const offers = await offersOf(tx, club);
    const of = { courseId: input.courseId ?? null, filter: input.filter ? cleanFilter(input.filter) : null };
    const found = watched(of, offers);
    if (of.courseId !== null && found.length === 0) throw new Problem('not-found');
    await enterScope(tx, '*');
    const target = of.courseId ?? pathOfFilter(of.filter ?? {});
    const before = await sameBefore(tx, email, club, target);
    const others = await tx.$count(offerWatch, and(eq(offerWatch.email, email), ne(offerWatch.state, 'ended')));
    if (others - (before && before.state !== 'ended' ? 1 : 0) >= watchesAtMost)
      return viewer ? refuse() : postTooMany(tx, context.settings, club, email);
    // Entering another person's address does not change their watches.
    const row = before?.state === 'active' && !viewer ? before : await keep(tx, { ...of, club, email, target }, viewer?.userId, found);
    if (!viewer) await postConfirm(tx, context.settings, row, await wordsOf(tx, row));
  });
  return { isConfirmed: viewer !== undefined };
}

/** The watch opened by the link of a mail. */
export function readWatch(context: Context, token: string): Promise<OwnWatch> {
  return context.read(async (tx) => toOwn(tx, await opened(tx, token)));
}

/** Confirms an address, or continues an expired watch. Repeated calls have the same result. */
export function confirmWatch(context: Context, token: string): Promise<OwnWatch> {
  return context.write(async ({ tx }) => {
    const { id } = await opened(tx, token);
    const [row] = await tx
      .update(offerWatch)
      .set({ state: 'active', endedAt: null, expiresAt: expiry() })
      .where(eq(offerWatch.id, id))
      .returning();
    if (!row) throw new Problem('not-found');
    return toOwn(tx, row);
  });
}

/** Ends a watch. Its row is kept for 30 days, so that the link can say that it is over. */
export async function endWatch(tx: Transaction, token: string): Promise<void> {
  const row = await opened(tx, token);
  if (row.state !== 'ended') await tx.update(offerWatch).set({ state: 'ended', endedAt: now() }).where(eq(offerWatch.id, row.id));
}

/** The subject of a watch, as German text. */
export async function wordsOf(tx: Transaction, { courseId, filter }: Pick<WatchRow, 'courseId' | 'filter'>): Promise<string> {
  if (!courseId) return filterInWords(filter ?? {});
  const [of] = await tx.select({ title: course.title }).from(course).where(eq(course.id, courseId));
  return of?.title ?? '';
}

type Watched = Pick<WatchRow, 'courseId' | 'filter' | 'club' | 'email' | 'target'>;

async function keep(tx: Transaction, of: Watched, userId: string | undefined, found: readonly ListedCourse[]): Promise<WatchRow> {
  const values = {
    ...of,
    userId: userId ?? null,
    state: userId ? ('active' as const) : ('unconfirmed' as const),
    createdAt: now(),
    expiresAt: expiry(),
    endedAt: null,
    known: found.map(({ id }) => id),
    told: found.filter(hasSeat).map(({ id }) => id),
  };
  const [row] = await tx
    .insert(offerWatch)
    .values({ id: randomUUID(), ...values })
    .onConflictDoUpdate({ target: [offerWatch.email, offerWatch.club, offerWatch.target], set: values })
    .returning();
  if (!row) throw new Error('The watch was not written.');
  return row;
}

function expiry(): Date {
  return new Date(now().getTime() + watchDays * dayMs);
}

function refuse(): never {
  throw new Problem('too-many-watches');
}

async function sameBefore(tx: Transaction, email: string, club: ClubName, target: string): Promise<WatchRow | undefined> {
  const [row] = await tx
    .select()
    .from(offerWatch)
    .where(and(eq(offerWatch.email, email), eq(offerWatch.club, club), eq(offerWatch.target, target)))
    .for('update');
  return row;
}

async function opened(tx: Transaction, token: string): Promise<WatchRow> {
  const { rows } = await tx.execute<{ id: string; club: ClubName }>(sql`select * from watch_of_link(${linkHash(token)})`);
  const [found] = rows;
  if (!found) throw new Problem('not-found');
  await enterScope(tx, found.club);
  const [row] = await tx.select().from(offerWatch).where(eq(offerWatch.id, found.id));
  if (!row) throw new Problem('not-found');
  return row;
}

async function toOwn(tx: Transaction, row: WatchRow): Promise<OwnWatch> {
  const [of] = row.courseId ? await tx.select({ slug: course.slug }).from(course).where(eq(course.id, row.courseId)) : [];
  return {
    state: row.state,
    club: row.club,
    words: await wordsOf(tx, row),
    path: of ? `/id/${of.slug}` : pathOfFilter(row.filter ?? {}),
    expiresAt: row.expiresAt.toISOString(),
  };
}
