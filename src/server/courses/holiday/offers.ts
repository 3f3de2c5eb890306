import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { firstStart, phaseOfRound, roundSets } from '#shared/courses/holiday/rules.ts';
import type { HolidayPage, ManagedRound } from '#shared/courses/holiday/shapes.ts';
import { courseSets } from '#shared/courses/courseStates.ts';
import { takesSignUps } from '#shared/courses/courseWords.ts';
import { ruleInWords } from '#shared/courses/eligibility.ts';
import { associationClub, type ClubName } from '#shared/kernel/clubs.ts';
import { beyondScope, enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { hasPart } from '#server/platform/http/features.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { seatsOf } from '../enrolments/service.ts';
import { course } from '../offers/table.ts';
import { candidatesOf, offersOf, type OfferFacts } from './facts.ts';
import { askOn, record, toRows, type Round } from './rounds.ts';
import { holidayOffer, holidayRound, holidayWish } from './table.ts';

/** A round that a club leads, or takes part in with its offers: its own, and every round of the association. */
export async function roundOfClub(tx: Transaction, id: string, club: ClubName, isLocked = false): Promise<Round> {
  const query = tx.select().from(holidayRound).where(eq(holidayRound.id, id));
  const [row] = await (isLocked ? query.for('update') : query);
  if (!row || (row.club !== club && row.club !== associationClub)) throw new Problem('not-found');
  return row;
}

/** A round as a board works on it. */
export async function manageRound(tx: Transaction, round: Round, club: ClubName): Promise<ManagedRound> {
  const [row] = await toRows(tx, [round], club);
  if (!row) throw new Problem('not-found');
  const facts = await offersOf(tx, round.id);
  const wishes = await wishesBy(tx, round.id);
  const isChanging = roundSets.changing.includes(round.state);
  const own = isChanging ? await candidatesOf(tx, club, today()) : [];
  return {
    round: row,
    offers: facts.map((one) => ({ ...shownOf(one), seats: one.listed.free, wishes: wishes.get(one.row.id) ?? 0 })),
    choices: own.map((one) => ({ courseId: one.row.id, title: one.row.title, when: one.when, why: whyNot(one, round) })),
  };
}

function shownOf({ row, listed, when }: OfferFacts) {
  return { courseId: row.id, slug: row.slug, title: row.title, club: row.club, when, place: listed.place };
}

/** How many children wish each offer of a round. */
export async function wishesBy(tx: Transaction, roundId: string): Promise<Map<string, number>> {
  const rows = await beyondScope(tx, () =>
    tx
      .select({ courseId: holidayWish.courseId, count: sql<number>`count(*)::int` })
      .from(holidayWish)
      .where(eq(holidayWish.roundId, roundId))
      .groupBy(holidayWish.courseId),
  );
  return new Map(rows.map(({ courseId, count }) => [courseId, count]));
}

/** Why an offer cannot take part; empty where it can. */
function whyNot({ row, dates }: OfferFacts, round: Round): string {
  if (row.roundId !== null && row.roundId !== round.id) return 'Es ist schon in einem anderen Ferienprogramm.';
  if (!courseSets.open.includes(row.status)) return 'Es ist nicht veröffentlicht.';
  if (row.visibility !== 'public') return 'Es ist nicht für alle sichtbar.';
  if (!takesSignUps(row.registration)) return 'Dafür meldet man sich hier nicht an.';
  if (dates.length === 0) return 'Es hat noch keine Termine.';
  if (row.startsOn < firstStart(round.sendsOn))
    return 'Es beginnt zu früh: Zwischen der Vergabe und dem ersten Termin müssen vier Tage liegen.';
  return '';
}

/**
 * Enters the offers with which a club takes part; its own board agrees by that. From then on until the seats have gone out nobody
 * enrols in them in another way. Once the wishes are open, none is taken back.
 */
export async function agreeOffers(
  context: Context,
  write: Write,
  id: string,
  club: ClubName,
  courseIds: readonly string[],
): Promise<ManagedRound> {
  const { tx } = write;
  const round = await roundOfClub(tx, id, club, true);
  await askOn(tx, club);
  if (!(await hasPart(context, 'participants.register', club)))
    throw fieldProblem('courseIds', 'Ihr Verein führt keine Teilnehmerlisten. Einschalten lassen kann sie der Vorstand.');
  const phase = phaseOfRound(round, now());
  if (phase === 'closed' || !roundSets.changing.includes(round.state)) throw new Problem('wrong-state');
  await enterScope(tx, club);
  const before = await ownIds(tx, id, club);
  const wanted = new Set(courseIds);
  const gone = before.filter((one) => !wanted.has(one));
  const added = [...wanted].filter((one) => !before.includes(one));
  if (phase === 'open' && gone.length > 0)
    throw fieldProblem(
      'courseIds',
      'Die Wünsche sind offen: Ein Angebot lässt sich nicht mehr herausnehmen. Findet es nicht statt, sagen Sie es ab.',
    );
  await checkAdded(tx, round, club, added);
  if (gone.length > 0) {
    await tx.delete(holidayOffer).where(and(eq(holidayOffer.roundId, id), inArray(holidayOffer.courseId, gone)));
    await tx.update(course).set({ roundId: null }).where(inArray(course.id, gone));
  }
  if (added.length > 0) {
    const agreed = { roundId: id, agreedBy: signedIn(context).userId, agreedAt: now() };
    await tx.insert(holidayOffer).values(added.map((courseId) => ({ ...agreed, courseId })));
    await tx.update(course).set({ roundId: id }).where(inArray(course.id, added));
  }
  record(write, round, `Angebote im Ferienprogramm (${club}): ${wanted.size}`, {
    before: { courseIds: before },
    after: { courseIds: [...wanted] },
  });
  if (club !== round.club) write.changed({ collection: 'courses', club });
  return manageRound(tx, round, club);
}

async function ownIds(tx: Transaction, roundId: string, club: ClubName): Promise<string[]> {
  const rows = await tx
    .select({ id: holidayOffer.courseId })
    .from(holidayOffer)
    .innerJoin(course, eq(course.id, holidayOffer.courseId))
    .where(and(eq(holidayOffer.roundId, roundId), eq(course.club, club)));
  return rows.map(({ id }) => id);
}

async function checkAdded(tx: Transaction, round: Round, club: ClubName, added: readonly string[]): Promise<void> {
  if (added.length === 0) return;
  // Nobody enrols meanwhile: the row of an offer is the lock of its seats.
  await tx
    .select({ id: course.id })
    .from(course)
    .where(and(inArray(course.id, [...added]), isNull(course.roundId)))
    .orderBy(course.id)
    .for('update');
  const [known] = await tx
    .select({ title: course.title })
    .from(holidayOffer)
    .innerJoin(course, eq(course.id, holidayOffer.courseId))
    .where(and(inArray(holidayOffer.courseId, [...added]), ne(holidayOffer.roundId, round.id)));
  if (known) throw fieldProblem('courseIds', `${known.title}: Es war schon in einem Ferienprogramm.`);
  const own = new Map((await candidatesOf(tx, club, today())).map((one) => [one.row.id, one]));
  for (const id of added) {
    const one = own.get(id);
    if (!one) throw fieldProblem('courseIds', 'Eines dieser Angebote gibt es nicht (mehr).');
    const why = whyNot(one, round) || ((await seatsOf(tx, { courseId: id })).waiting > 0 ? 'Es hat schon eine Warteliste.' : '');
    if (why) throw fieldProblem('courseIds', `${one.row.title}: ${why}`);
  }
}

/** A round as everybody reads it; 404 for a draft. */
export async function holidayPageOf(tx: Transaction, id: string): Promise<HolidayPage> {
  const [round] = await tx.select().from(holidayRound).where(eq(holidayRound.id, id));
  if (!round || round.state === 'draft') throw new Problem('not-found');
  const phase = phaseOfRound(round, now());
  const facts = await offersOf(tx, id);
  const drawn = await tx.select().from(holidayOffer).where(eq(holidayOffer.roundId, id));
  const isSent = phase === 'sent';
  return {
    id,
    club: round.club,
    name: round.name,
    text: round.text,
    wishesUntil: round.wishesUntil,
    sendsOn: round.sendsOn,
    phase,
    seed: isSent ? round.seed : null,
    offers: facts.map((one) => {
      const then = drawn.find(({ courseId }) => courseId === one.row.id);
      return {
        ...shownOf(one),
        ages: ruleInWords(one.row),
        requiredConsents: one.row.requiredConsents,
        fromCents: one.listed.priceFromCents,
        seats: isSent && then ? then.seats : one.listed.free,
        wishes: isSent ? (then?.wishes ?? null) : null,
        isOff: !courseSets.running.includes(one.row.status),
      };
    }),
  };
}
