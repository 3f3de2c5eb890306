import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { phaseOfRound } from '#shared/courses/holiday/rules.ts';
import type { WishesInput, WishingChild } from '#shared/courses/holiday/shapes.ts';
import type { RequirableConsent } from '#shared/people/consents.ts';
import { isMinor } from '#shared/kernel/age.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { ownPeople, type OwnPersonRow } from '#server/people/persons/service.ts';
import { inAllClubs, enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { givenConsents } from '../enrolments/agreements.ts';
import { eachOnce, findTwin } from '../enrolments/family.ts';
import { enrolment } from '../enrolments/table.ts';
import { offersOf } from './facts.ts';
import { dropEmptyGroups, friendsOf } from './groups.ts';
import { judgeOf } from './judge.ts';
import type { Round } from './rounds.ts';
import { holidayChild, holidayGroup, holidayOffer, holidayRound, holidayWish } from './table.ts';

/** A round that families see; 404 for a draft. The transaction is in its scope afterwards. */
export async function seenRound(tx: Transaction, id: string, isLocked = false): Promise<Round> {
  const query = tx.select().from(holidayRound).where(eq(holidayRound.id, id));
  // Who writes wishes keeps the round from being drawn meanwhile; families do not wait for each other.
  const [row] = await (isLocked ? query.for('share') : query);
  if (!row || row.state === 'draft') throw new Problem('not-found');
  await enterScope(tx, row.club);
  return row;
}

/**
 * The children of an account, in whatever club, each once: as the record that has wishes, where another club knows the child by now. Who came
 * of age with wishes of its own sees to them by the own account.
 */
async function childrenOf(tx: Transaction, round: Round, userId: string): Promise<OwnPersonRow[]> {
  const people = (await ownPeople(tx, userId)).filter(({ relation, birthDate }) => (relation === 'self') !== isMinor(birthDate, today()));
  const wishing = await tx
    .select({ id: holidayChild.personId })
    .from(holidayChild)
    .where(
      and(
        eq(holidayChild.roundId, round.id),
        inArray(
          holidayChild.personId,
          people.map(({ id }) => id),
        ),
      ),
    );
  const first = new Set(wishing.map(({ id }) => id));
  const all = people.filter(({ id, relation }) => relation !== 'self' || first.has(id));
  return eachOnce([...all.filter(({ id }) => first.has(id)), ...all.filter(({ id }) => !first.has(id))]);
}

/** A child of the account by any record of it: a page may have been open since before another club came to know the child. */
async function ownChild(tx: Transaction, round: Round, userId: string, personId: string): Promise<OwnPersonRow> {
  const children = await childrenOf(tx, round, userId);
  const shown = children.find(({ id }) => id === personId);
  if (shown) return shown;
  const known = (await ownPeople(tx, userId)).find(({ id }) => id === personId);
  const child = known && findTwin(known, children);
  if (!child) throw new Problem('not-found');
  return child;
}

/** The children of the viewer with their wishes, and what became of them. */
export async function ownWishes(tx: Transaction, round: Round, userId: string): Promise<WishingChild[]> {
  const children = await childrenOf(tx, round, userId);
  const unfit = await judgeOf(tx, children);
  const offers = await offersOf(tx, round.id);
  const entries = await entriesOf(
    tx,
    round.id,
    children.map(({ id }) => id),
  );
  return children.map((child) => {
    const entry = entries.find(({ row }) => row.personId === child.id);
    return {
      personId: child.id,
      name: child.firstname,
      unfit: offers.flatMap((offer) => {
        const reason = unfit(offer, child);
        return reason ? [{ courseId: offer.row.id, reason }] : [];
      }),
      entry: entry
        ? {
            wants: entry.row.wants,
            wishes: entry.wishes.map(({ courseId, stars }) => ({ courseId, stars })),
            consents: [...new Set(entry.wishes.flatMap(({ consents }) => consents))],
            lot: round.state === 'sent' ? entry.row.lot : null,
            code: entry.code,
            friends: entry.friends,
            version: entry.row.version,
          }
        : null,
      results: entry?.results ?? [],
    };
  });
}

async function entriesOf(tx: Transaction, roundId: string, personIds: readonly string[]) {
  const rows = await tx
    .select({ row: holidayChild, code: holidayGroup.code })
    .from(holidayChild)
    .leftJoin(holidayGroup, eq(holidayGroup.id, holidayChild.groupId))
    .where(and(eq(holidayChild.roundId, roundId), inArray(holidayChild.personId, [...personIds])));
  const ids = rows.map(({ row }) => row.id);
  const groupIds = rows.flatMap(({ row }) => row.groupId ?? []);
  const wishes = await tx.select().from(holidayWish).where(inArray(holidayWish.childId, ids)).orderBy(asc(holidayWish.position));
  const results = await resultsOf(tx, ids);
  const counted = await tx
    .select({ groupId: holidayChild.groupId, count: sql<number>`count(*)::int` })
    .from(holidayChild)
    .where(inArray(holidayChild.groupId, groupIds))
    .groupBy(holidayChild.groupId);
  return rows.map(({ row, code }) => ({
    row,
    code,
    friends: counted.find(({ groupId }) => groupId !== null && groupId === row.groupId)?.count ?? 1,
    wishes: wishes.filter(({ childId }) => childId === row.id),
    results: results.flatMap(({ childId, ...one }) => (childId === row.id ? [one] : [])),
  }));
}

/** What became of wishes whose offer has given its seats; the state of an enrolment is that of its own page. */
async function resultsOf(tx: Transaction, childIds: readonly string[]) {
  const rows = await inAllClubs(tx, () =>
    tx
      .select({ wish: holidayWish, state: enrolment.state, until: enrolment.offerExpiresAt })
      .from(holidayWish)
      .innerJoin(holidayOffer, and(eq(holidayOffer.roundId, holidayWish.roundId), eq(holidayOffer.courseId, holidayWish.courseId)))
      .leftJoin(enrolment, eq(enrolment.id, holidayWish.enrolmentId))
      .where(and(inArray(holidayWish.childId, [...childIds]), isNotNull(holidayOffer.sentAt), isNotNull(holidayWish.outcome)))
      .orderBy(asc(holidayWish.position)),
  );
  return rows.map(({ wish: { childId, courseId, stars, outcome, reason, enrolmentId }, state, until }) => ({
    childId,
    courseId,
    stars,
    outcome: outcome ?? ('unfit' as const),
    reason,
    enrolmentId,
    state,
    answerUntil: state === 'offered' ? (until?.toISOString() ?? null) : null,
  }));
}

/** Keeps the wishes of a child, all at once. */
export async function saveWishes(write: Write, viewer: Viewer, input: WishesInput): Promise<WishingChild[]> {
  const { tx } = write;
  const round = await seenRound(tx, input.id, true);
  if (phaseOfRound(round, now()) !== 'open') throw new Problem('wishes-closed');
  const child = await ownChild(tx, round, viewer.userId, input.personId);
  const required = await checkWishes(tx, round, child, input);
  const before = await lockedEntry(tx, round.id, child.id);
  if ((before?.version ?? null) !== input.version) throw new Problem('conflict');
  const values = { wants: input.wants, wishedAt: now(), enteredBy: viewer.userId, ...(await friendsOf(tx, round, input, before)) };
  const id = before?.id ?? randomUUID();
  if (before)
    await tx
      .update(holidayChild)
      .set({ ...values, version: before.version + 1 })
      .where(eq(holidayChild.id, id));
  else await insertChild(tx, { ...values, id, club: round.club, roundId: round.id, personId: child.id, createdAt: now() });
  await tx.delete(holidayWish).where(eq(holidayWish.childId, id));
  await tx.insert(holidayWish).values(
    input.wishes.map((one, at) => ({
      ...one,
      consents: required.get(one.courseId) ?? [],
      childId: id,
      club: round.club,
      roundId: round.id,
      position: at + 1,
    })),
  );
  await dropEmptyGroups(tx, round.id);
  recordWishes(write, round, child.id, `Wünsche für ${fullName(child)}: ${input.wishes.length}`);
  return ownWishes(tx, round, viewer.userId);
}

/** Another parent may send the first wishes of the same child at the same moment: one of them reads again. */
async function insertChild(tx: Transaction, values: typeof holidayChild.$inferInsert): Promise<void> {
  const made = await tx
    .insert(holidayChild)
    .values(values)
    .onConflictDoNothing({ target: [holidayChild.roundId, holidayChild.personId] })
    .returning();
  if (made.length === 0) throw new Problem('conflict');
}

async function lockedEntry(tx: Transaction, roundId: string, personId: string) {
  const [row] = await tx
    .select()
    .from(holidayChild)
    .where(and(eq(holidayChild.roundId, roundId), eq(holidayChild.personId, personId)))
    .for('update');
  return row;
}

/** Refuses what cannot be wished; gives what each offer requires and was ticked. */
async function checkWishes(tx: Transaction, round: Round, child: OwnPersonRow, { wishes, ...agreed }: WishesInput) {
  const offers = new Map((await offersOf(tx, round.id)).map((one) => [one.row.id, one]));
  const unfit = await judgeOf(tx, [child]);
  const required = new Map<string, RequirableConsent[]>();
  for (const [at, { courseId }] of wishes.entries()) {
    const offer = offers.get(courseId);
    const why = offer ? unfit(offer, child) : 'Dieses Angebot gehört nicht zu diesem Ferienprogramm.';
    if (why) throw fieldProblem(`wishes.${at}.courseId`, offer ? `${offer.row.title}: ${why}` : why);
    if (!offer) continue;
    givenConsents(offer.row, { ...agreed, allowsPhotos: false });
    required.set(courseId, offer.row.requiredConsents);
  }
  return required;
}

/** Takes the wishes of a child back; friends with its code stay together without it. */
export async function withdrawWishes(write: Write, viewer: Viewer, { id, personId }: { id: string; personId: string }): Promise<void> {
  const { tx } = write;
  const round = await seenRound(tx, id, true);
  if (phaseOfRound(round, now()) !== 'open') throw new Problem('wishes-closed');
  const child = await ownChild(tx, round, viewer.userId, personId);
  const [gone] = await tx
    .delete(holidayChild)
    .where(and(eq(holidayChild.roundId, id), eq(holidayChild.personId, child.id)))
    .returning({ id: holidayChild.id });
  if (!gone) throw new Problem('not-found');
  await dropEmptyGroups(tx, id);
  recordWishes(write, round, child.id, `Wünsche zurückgezogen: ${fullName(child)}`);
}

/** In the log the person is named, as everywhere: what is logged about somebody is found by that. */
function recordWishes(write: Write, { id, club, name }: Round, personId: string, content: string): void {
  write.audit('holidayWishes.manageOwn', { club, id: personId, entity: 'participations' }, `${content} (${name})`);
  write.changed({ collection: 'participations', club, entityId: id });
}
