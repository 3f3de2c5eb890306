import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { wishOutcomeNames } from '#shared/courses/holiday/rules.ts';
import { instantInWords } from '#shared/kernel/calendar.ts';
import { person } from '#server/people/persons/table.ts';
import { beyondScope, everyClub, type Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { postMail } from '#server/platform/outbox.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { enrolment } from '../enrolments/table.ts';
import { course } from '../offers/table.ts';
import { actingFor, type Acting } from './acting.ts';
import { holidayChild, holidayOffer, holidayRound, holidayWish } from './table.ts';

type Child = { row: typeof holidayChild.$inferSelect; round: typeof holidayRound.$inferSelect; name: string };
type Family = { account: Acting; round: Child['round']; children: Child[] };

/** The children of rounds by the accounts that act for them now; those without anybody are left out. */
export async function byFamily(tx: Transaction, which: SQL | undefined): Promise<Family[]> {
  const rows = await beyondScope(tx, () =>
    tx
      .select({ row: holidayChild, round: holidayRound, name: person.firstname })
      .from(holidayChild)
      .innerJoin(holidayRound, eq(holidayRound.id, holidayChild.roundId))
      .innerJoin(person, eq(person.id, holidayChild.personId))
      .where(which)
      .orderBy(asc(holidayChild.roundId), asc(person.birthDate), asc(holidayChild.id)),
  );
  const accounts = await actingFor(
    tx,
    rows.map(({ row }) => row),
  );
  const families = Map.groupBy(rows, ({ row }) => `${row.roundId} ${accounts.get(row.personId)?.userId ?? ''}`);
  return [...families.values()].flatMap((children) => {
    const [first] = children;
    const account = first && accounts.get(first.row.personId);
    return account ? [{ account, round: first.round, children }] : [];
  });
}

/** An offer whose day has come and whose seats have gone out, or will not. */
const isSettled = sql`${holidayWish.toldAt} is null and exists (select 1 from ${holidayOffer}
  where ${holidayOffer.roundId} = ${holidayWish.roundId} and ${holidayOffer.courseId} = ${holidayWish.courseId} and ${holidayOffer.sentAt} is not null)`;

/**
 * Writes to each family what its children got, as far as the seats have gone out: once, unless an offer could not be given out at the same
 * time. Each family in a write of its own.
 */
export async function tellFamilies({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<void> {
  const waiting = sql`exists (select 1 from ${holidayWish} where ${holidayWish.childId} = ${holidayChild.id} and ${isSettled})`;
  const families = await database.write(everyClub, ({ tx }) => byFamily(tx, waiting));
  for (const family of families) await database.write(everyClub, ({ tx }) => tellFamily(tx, settings, family));
}

async function tellFamily(tx: Transaction, settings: Settings, { account, round: { id, club, name }, children }: Family): Promise<void> {
  const ids = children.map(({ row }) => row.id);
  const told = await tx
    .update(holidayWish)
    .set({ toldAt: now() })
    .where(and(inArray(holidayWish.childId, ids), isSettled))
    .returning({ childId: holidayWish.childId, courseId: holidayWish.courseId });
  const [first] = told;
  // Another process was faster.
  if (!first) return;
  const parts = [];
  for (const child of children) parts.push(`${child.name}:\n${(await linesOf(tx, child.row.id)).join('\n')}`);
  await postMail(tx, {
    kind: 'notice',
    club,
    recipient: account.email,
    subject: `${name}: Ihre Plätze`,
    body: `Guten Tag,\n\ndie Plätze im Ferienprogramm „${name}“ sind vergeben.\n\n${parts.join('\n\n')}\n\nEinen Platz nehmen Sie bitte bis zur genannten Zeit auf dieser Seite an, danach geht er an die Nächsten auf der Warteliste: ${siteOf(settings, account.home)}/holiday/${id}\n`,
    onceKey: `holiday:${first.childId}:${first.courseId}:told`,
    subjectId: children[0]?.row.personId ?? first.childId,
  });
}

async function linesOf(tx: Transaction, childId: string): Promise<string[]> {
  const rows = await tx
    .select({ wish: holidayWish, title: course.title, until: enrolment.offerExpiresAt, sentAt: holidayOffer.sentAt })
    .from(holidayWish)
    .innerJoin(course, eq(course.id, holidayWish.courseId))
    .innerJoin(holidayOffer, and(eq(holidayOffer.roundId, holidayWish.roundId), eq(holidayOffer.courseId, holidayWish.courseId)))
    .leftJoin(enrolment, eq(enrolment.id, holidayWish.enrolmentId))
    .where(eq(holidayWish.childId, childId))
    .orderBy(asc(holidayWish.position));
  return rows.map(({ wish: { outcome, reason }, title, until, sentAt }) => {
    if (!sentAt) return `– ${title}: steht noch aus`;
    if (outcome === 'seat') return `– ${title}: Platz, bitte annehmen bis ${until ? instantInWords(until) : 'bald'}`;
    return `– ${title}: ${wishOutcomeNames[outcome ?? 'unfit']} (${reason})`;
  });
}
