import { and, desc, eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addDays, instantOf, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { linkDaysAtMost, type AuditorLink } from '#shared/money/auditors/contract.ts';
import { hashPassword, verifyPassword } from '#server/accounts/sessions/service.ts';
import { enterScope, type Database, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { countTries, forgetTries, type Limit } from '#server/platform/http/rateLimit.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { linkHash, newSecret } from '#server/platform/secretLinks.ts';
import { auditorLink } from './table.ts';

export type LinkRow = typeof auditorLink.$inferSelect;
type Typed = { year: number; name: string; password: string; until: string };

/** The links to the books of a year, the newest first. */
export async function linksOf(tx: Transaction, club: ClubName, year: number): Promise<AuditorLink[]> {
  const rows = await tx
    .select()
    .from(auditorLink)
    .where(and(eq(auditorLink.club, club), eq(auditorLink.year, year)))
    .orderBy(desc(auditorLink.createdAt), auditorLink.id)
    .limit(100);
  return rows.map(toLink);
}

/** Creates a link; its secret is returned only this once. */
export async function makeLink(
  tx: Transaction,
  club: ClubName,
  { password, until, ...typed }: Typed,
  by: { name: string; userId: string },
): Promise<{ row: LinkRow; secret: string }> {
  if (until < today()) throw fieldProblem('until', 'Dieser Tag ist schon vorbei.');
  if (until > addDays(today(), linkDaysAtMost)) throw fieldProblem('until', `Höchstens ${linkDaysAtMost} Tage.`);
  const secret = newSecret();
  const [row] = await tx
    .insert(auditorLink)
    .values({
      ...typed,
      id: randomUUID(),
      club,
      tokenHash: linkHash(secret),
      passwordHash: await hashPassword(password),
      expiresAt: instantOf(addDays(until, 1), '00:00'),
      createdBy: by.name,
      createdById: by.userId,
      createdAt: now(),
    })
    .returning();
  if (!row) throw new Error('The link was not written.');
  return { row, secret };
}

/** Ends a link; an ended link is left unchanged. */
export async function endLink(tx: Transaction, row: LinkRow): Promise<LinkRow> {
  if (row.endedAt) return row;
  const [ended] = await tx.update(auditorLink).set({ endedAt: now() }).where(eq(auditorLink.id, row.id)).returning();
  if (!ended) throw new Problem('not-found');
  return ended;
}

const quarterMs = 15 * 60_000;
const perLink: Limit = { free: 8, windowMs: quarterMs, firstPauseMs: 5000, longestPauseMs: quarterMs };
const perNetwork: Limit = { free: 40, windowMs: quarterMs };

/**
 * The link that a secret and its password open, with the scope of its club entered. Ended, expired and unknown links give 404; a wrong password is refused on its field.
 */
export async function openLink(tx: Transaction, { token, password }: { token: string; password: string }): Promise<LinkRow> {
  const { rows } = await tx.execute<{ link_id: string; club_name: ClubName }>(
    sql`select * from books_of_link(${linkHash(token)}, ${now()})`,
  );
  const [found] = rows;
  if (!found) throw new Problem('not-found');
  await enterScope(tx, found.club_name);
  const [row] = await tx.select().from(auditorLink).where(eq(auditorLink.id, found.link_id));
  if (!row) throw new Problem('not-found');
  if (!(await verifyPassword({ hash: row.passwordHash, password })))
    throw new Problem('wrong-password', { fields: [{ path: 'password', message: 'Das Passwort stimmt nicht.' }] });
  return row;
}

/**
 * Whether the page of a link may ask for its password: false only for an ended, expired or unknown link. A network that tried too often
 * is not told.
 */
export async function mayBeOpen({ database, network }: Caller, token: string): Promise<boolean> {
  try {
    await countTries(database, [{ key: `auditorPage:${network}`, limit: perNetwork }]);
  } catch (error) {
    if (error instanceof Problem && error.code === 'too-many-requests') return true;
    throw error;
  }
  const { rows } = await database.orm.execute<{ link_id: string }>(sql`select link_id from books_of_link(${linkHash(token)}, ${now()})`);
  if (rows.length === 0) throw new Problem('not-found');
  return true;
}

/** The caller whose attempts are counted. */
type Caller = { database: Database; network: string };

/** Counts an attempt to open a link, which limits guessing by link and by network. */
export async function countOpening({ database, network }: Caller, token: string): Promise<void> {
  await countTries(database, [
    { key: `auditorNetwork:${network}`, limit: perNetwork },
    { key: `auditorLink:${linkHash(token)}`, limit: perLink },
  ]);
}

/** Resets the attempts counted for a link after it was opened. */
export async function forgetOpening({ database, network }: Caller, token: string): Promise<void> {
  await forgetTries(database, `auditorLink:${linkHash(token)}`);
  await forgetTries(database, `auditorNetwork:${network}`);
}

/** A link as the treasurer sees it. */
export function toLink({ id, name, expiresAt, createdBy, createdAt, endedAt, openings, lastOpenedAt }: LinkRow): AuditorLink {
  return {
    id,
    name,
    until: addDays(localOf(expiresAt).date, -1),
    createdBy,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    isOpen: !endedAt && expiresAt > now(),
    openings,
    lastOpenedAt: lastOpenedAt?.toISOString() ?? null,
  };
}
