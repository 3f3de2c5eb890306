import { and, asc, desc, eq, gte, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { wishOutcomeNames } from '#shared/courses/holiday/rules.ts';
import { germanDate, instantInWords } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { boardOf } from '#server/accounts/users/service.ts';
import { person } from '#server/people/persons/table.ts';
import { inAllClubs, everyClub, oneByOne, type Transaction } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { postMail, postMails } from '#server/platform/mail/outbox.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { enrolment } from '../enrolments/table.ts';
import { course, courseLog } from '../offers/table.ts';
import { actingFor, type Acting } from './acting.ts';
import { offersOf } from './facts.ts';
import { holidayChild, holidayOffer, holidayRound, holidayWish } from './table.ts';

type Child = { row: typeof holidayChild.$inferSelect; round: typeof holidayRound.$inferSelect; name: string };
type Family = { account: Acting; round: Child['round']; children: Child[] };

/** The children of rounds by the accounts that act for them now; those without anybody are left out. */
export async function byFamily(tx: Transaction, which: SQL | undefined): Promise<Family[]> {
  const rows = await inAllClubs(tx, () =>
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
export async function notifyFamilies({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<void> {
  const waiting = sql`exists (select 1 from ${holidayWish} where ${holidayWish.childId} = ${holidayChild.id} and ${isSettled})`;
  const { families, times } = await database.write(everyClub, async ({ tx }) => {
    const families = await byFamily(tx, waiting);
    return { families, times: await timesOf(tx, new Set(families.map(({ round }) => round.id))) };
  });
  for (const family of families) await database.write(everyClub, ({ tx }) => notifyFamily(tx, settings, family, times));
}

/** When the offers of some rounds take place, by course. */
async function timesOf(tx: Transaction, roundIds: ReadonlySet<string>): Promise<Map<string, string>> {
  const offers = await oneByOne([...roundIds], (id) => offersOf(tx, id));
  return new Map(offers.flat().map(({ row, when }) => [row.id, when]));
}

async function notifyFamily(
  tx: Transaction,
  settings: Settings,
  { account, round: { id, club, name }, children }: Family,
  times: ReadonlyMap<string, string>,
): Promise<void> {
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
  let isAsked = false;
  for (const child of children) {
    const lines = await linesOf(tx, child.row.id, times);
    isAsked ||= lines.some(({ until }) => until);
    parts.push(`${child.name}:\n${lines.map(({ text }) => text).join('\n')}`);
  }
  const ending = isAsked
    ? 'Einen Platz nehmen Sie bitte bis zur genannten Zeit auf dieser Seite an, danach geht er an die Nächsten auf der Warteliste'
    : 'Alles dazu steht auf dieser Seite';
  await postMail(tx, {
    kind: 'notice',
    club,
    recipient: account.email,
    subject: `${name}: Ihre Plätze`,
    body: `Guten Tag,\n\ndie Plätze im Ferienprogramm „${name}“ sind vergeben.\n\n${parts.join('\n\n')}\n\n${ending}: ${siteOf(settings, account.home)}/holiday/${id}\n`,
    onceKey: `holiday:${first.childId}:${first.courseId}:told`,
    subjectId: children[0]?.row.personId ?? first.childId,
  });
}

type Fallen = { round: Child['round']; id: string; title: string; club: ClubName; at: Date; reason: string | null };

/**
 * Tells of offers that are called off while the wishes of their round are open: the families that wished them, and the board that leads the
 * round; once the wishes are closed, the result says so. A job calls it each minute.
 */
export async function notifyOfCallOffs({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<void> {
  await database.write(everyClub, async ({ tx }) => {
    const isOpen = and(eq(holidayRound.state, 'open'), gte(holidayRound.wishesUntil, today()), eq(course.status, 'cancelled'));
    const isUntold = or(isNull(holidayOffer.offToldAt), lt(holidayOffer.offToldAt, courseLog.at));
    const fallen = await inAllClubs(tx, () =>
      tx
        .selectDistinctOn([course.id], {
          round: holidayRound,
          id: course.id,
          title: course.title,
          club: course.club,
          at: courseLog.at,
          reason: courseLog.reason,
        })
        .from(holidayOffer)
        .innerJoin(holidayRound, eq(holidayRound.id, holidayOffer.roundId))
        .innerJoin(course, eq(course.id, holidayOffer.courseId))
        .innerJoin(courseLog, and(eq(courseLog.courseId, course.id), eq(courseLog.toStatus, 'cancelled')))
        .where(and(isOpen, isUntold))
        .orderBy(course.id, desc(courseLog.at)),
    );
    for (const one of fallen) {
      await notifyOfCallOff(tx, settings, one);
      await tx.update(holidayOffer).set({ offToldAt: one.at }).where(eq(holidayOffer.courseId, one.id));
    }
  });
}

async function notifyOfCallOff(tx: Transaction, settings: Settings, { round, id, title, club, at, reason }: Fallen): Promise<void> {
  const isWished = sql`exists (select 1 from ${holidayWish} where ${holidayWish.childId} = ${holidayChild.id} and ${holidayWish.courseId} = ${id})`;
  const subject = `${round.name}: „${title}“ fällt aus`;
  const because = reason ? ` Grund: ${reason}` : '';
  const key = `off:${id}:${at.getTime()}`;
  const families = await byFamily(tx, and(eq(holidayChild.roundId, round.id), isWished));
  await postMails(
    tx,
    families.map(({ account, children }) => ({
      kind: 'notice' as const,
      club: round.club,
      recipient: account.email,
      subject,
      body: `Guten Tag,\n\n„${title}“ im Ferienprogramm „${round.name}“ fällt aus.${because}\n\nDer Wunsch für ${children.map(({ name }) => name).join(', ')} zählt nicht mehr. Etwas anderes wünschen können Sie sich bis ${germanDate(round.wishesUntil)}: ${siteOf(settings, account.home)}/holiday/${round.id}\n`,
      onceKey: `holiday:${round.id}:${key}:${account.userId}`,
      subjectId: children[0]?.row.personId,
    })),
  );
  if (round.club === club) return;
  const text = `„${title}“ (${club}) im Ferienprogramm „${round.name}“ ist abgesagt.${because} Die Familien, die es sich gewünscht haben, erhalten eine Mail.`;
  await notifyLeadingBoard(tx, settings, round, { key, subject, text });
}

type Line = { text: string; /** Until when a seat waits for an answer. */ until: Date | null };

async function linesOf(tx: Transaction, childId: string, times: ReadonlyMap<string, string>): Promise<Line[]> {
  const rows = await tx
    .select({ wish: holidayWish, title: course.title, until: enrolment.offerExpiresAt, sentAt: holidayOffer.sentAt })
    .from(holidayWish)
    .innerJoin(course, eq(course.id, holidayWish.courseId))
    .innerJoin(holidayOffer, and(eq(holidayOffer.roundId, holidayWish.roundId), eq(holidayOffer.courseId, holidayWish.courseId)))
    .leftJoin(enrolment, eq(enrolment.id, holidayWish.enrolmentId))
    .where(eq(holidayWish.childId, childId))
    .orderBy(asc(holidayWish.position));
  return rows.map(({ wish: { courseId, outcome, reason }, title, until, sentAt }) => {
    if (!sentAt) return { text: `– ${title}: steht noch aus`, until: null };
    if (outcome !== 'seat') return { text: `– ${title}: ${wishOutcomeNames[outcome ?? 'unfit']} (${reason})`, until: null };
    const what = `– ${title}: Platz (${times.get(courseId) ?? ''})`;
    return { text: until ? `${what}, bitte annehmen bis ${instantInWords(until)}` : what, until };
  });
}

/** Writes to the board that leads a round, once for each key. */
export async function notifyLeadingBoard(
  tx: Transaction,
  settings: Settings,
  { id, club }: Pick<Child['round'], 'id' | 'club'>,
  { subject, text, key }: { subject: string; text: string; key: string },
): Promise<void> {
  const board = await boardOf(tx, club);
  await postMails(
    tx,
    board.map((one) => ({
      kind: 'notice' as const,
      club,
      recipient: one.email,
      subject,
      body: `Guten Tag,\n\n${text}\n\n${siteOf(settings, club)}/admin/holiday/${id}\n`,
      onceKey: `holiday:${id}:${key}:${one.id}`,
    })),
  );
}
