import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { firstStart, phaseOfRound, roundSets } from '#shared/courses/holiday/rules.ts';
import type { HolidayPage, ManagedRound } from '#shared/courses/holiday/shapes.ts';
import { courseSets } from '#shared/courses/courseStates.ts';
import { takesSignUps } from '#shared/courses/courseWords.ts';
import { ruleInWords } from '#shared/courses/eligibility.ts';
import { associationClub, type ClubName } from '#shared/kernel/clubs.ts';
import { inAllClubs, enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { hasPart } from '#server/platform/http/features.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { enrolment } from '../enrolments/table.ts';
import { course } from '../offers/table.ts';
import { candidatesOf, offersOf, type OfferFacts } from './facts.ts';
import { requireHolidayProgramme, hasRounds, record, toRows, type Round } from './rounds.ts';
import { holidayOffer, holidayRound, holidayWish } from './table.ts';

/** A round that a club leads, or takes part in with its offers: its own, and every round of the association. */
export async function roundOfClub(tx: Transaction, id: string, club: ClubName, isLocked = false): Promise<Round> {
  const query = tx.select().from(holidayRound).where(eq(holidayRound.id, id));
  const [row] = await (isLocked ? query.for('update') : query);
  if (!row || (row.club !== club && row.club !== associationClub)) throw new Problem('not-found');
  return row;
}

/** A round as a board works on it. */
export async function manageRound(context: Context, tx: Transaction, round: Round, club: ClubName): Promise<ManagedRound> {
  const [row] = await toRows(tx, [round], club);
  if (!row) throw new Problem('not-found');
  const facts = await offersOf(tx, round.id);
  const numbers = await numbersOf(tx, round);
  const isChanging = roundSets.changing.includes(round.state);
  return {
    round: row,
    offers: facts.map((one) => ({ ...shownOf(one), ...numbers(one) })),
    obstacle: isChanging ? await obstacleOf(context, tx, club) : '',
    choices: isChanging
      ? (await choicesOf(tx, round, club)).map(({ row: { id, title }, when, why }) => ({ courseId: id, title, when, why }))
      : [],
  };
}

/** Why a club cannot take part with any offer, as a sentence; empty if it can. */
async function obstacleOf(context: Context, tx: Transaction, club: ClubName): Promise<string> {
  if (!(await hasRounds(tx, club))) return 'Ihr Verein führt kein Ferienprogramm. Eingeschaltet wird es unter „Einstellungen“.';
  if (!(await hasPart(context, 'participants.register', club)))
    return 'Ihr Verein führt keine Teilnehmerlisten. Wer das Portal verwaltet, kann sie einschalten.';
  return '';
}

/** The seats and wishes of an offer: as drawn, and before the draw as they are now. */
export async function numbersOf(tx: Transaction, round: Round) {
  const wishes = await wishesBy(tx, round.id);
  const drawn = round.drawnAt === null ? [] : await tx.select().from(holidayOffer).where(eq(holidayOffer.roundId, round.id));
  const then = new Map(drawn.map((one) => [one.courseId, { seats: one.seats, wishes: one.wishes ?? 0 }]));
  return ({ row: { id }, listed }: OfferFacts) => then.get(id) ?? { seats: listed.free, wishes: wishes.get(id) ?? 0 };
}

function shownOf({ row, listed, when }: OfferFacts) {
  return {
    courseId: row.id,
    slug: row.slug,
    title: row.title,
    club: row.club,
    when,
    place: listed.place,
    isOff: !courseSets.running.includes(row.status),
  };
}

/** How many children wish each offer of a round. */
export async function wishesBy(tx: Transaction, roundId: string): Promise<Map<string, number>> {
  const rows = await inAllClubs(tx, () =>
    tx
      .select({ courseId: holidayWish.courseId, count: sql<number>`count(*)::int` })
      .from(holidayWish)
      .where(eq(holidayWish.roundId, roundId))
      .groupBy(holidayWish.courseId),
  );
  return new Map(rows.map(({ courseId, count }) => [courseId, count]));
}

/** The offers that a club could take part with, and the obstacle of each that it cannot. */
async function choicesOf(tx: Transaction, round: Round, club: ClubName): Promise<(OfferFacts & { why: string })[]> {
  const own = await candidatesOf(tx, club, today());
  const ids = own.map(({ row }) => row.id);
  const known = await tx
    .select({ id: holidayOffer.courseId })
    .from(holidayOffer)
    .where(and(inArray(holidayOffer.courseId, ids), ne(holidayOffer.roundId, round.id)));
  const waiting = await inAllClubs(tx, () =>
    tx
      .selectDistinct({ id: enrolment.courseId })
      .from(enrolment)
      .where(and(inArray(enrolment.courseId, ids), eq(enrolment.state, 'waitlisted'))),
  );
  return own.map((one) => {
    const isAmong = (rows: readonly { id: string | null }[]) => rows.some(({ id }) => id === one.row.id);
    if (isAmong(known)) return { ...one, why: 'Es ist oder war schon in einem Ferienprogramm.' };
    return { ...one, why: whyNot(one, round) || (isAmong(waiting) ? 'Es hat schon eine Warteliste.' : '') };
  });
}

/** Why an offer cannot take part; empty where it can. */
function whyNot({ row, dates }: OfferFacts, round: Round): string {
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
  await requireHolidayProgramme(tx, club);
  const obstacle = await obstacleOf(context, tx, club);
  if (obstacle) throw fieldProblem('courseIds', obstacle);
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
  return manageRound(context, tx, round, club);
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
  const own = new Map((await choicesOf(tx, round, club)).map((one) => [one.row.id, one]));
  for (const id of added) {
    const one = own.get(id);
    if (!one) throw fieldProblem('courseIds', 'Eines dieser Angebote gibt es nicht (mehr).');
    if (one.why) throw fieldProblem('courseIds', `${one.row.title}: ${one.why}`);
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
        priceFrom: one.listed.priceFrom,
        seats: isSent && then ? then.seats : one.listed.free,
        wishes: isSent ? (then?.wishes ?? null) : null,
      };
    }),
  };
}
