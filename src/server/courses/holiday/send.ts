import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm';
import { courseSets, queueClasses } from '#shared/courses/courseStates.ts';
import { takesSignUps } from '#shared/courses/courseWords.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { roundOfferHours } from '#shared/courses/holiday/rules.ts';
import { offerEnd } from '#shared/courses/waitingList.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { keepConsents, type OwnPersonRow } from '#server/people/persons/service.ts';
import { beyondScope, everyClub, type Transaction, type Write } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { freeSeats, type Seats } from '../enrolments/counting.ts';
import { insert } from '../enrolments/enrol.ts';
import { takeIn } from '../enrolments/family.ts';
import { judgeFor } from '../enrolments/judge.ts';
import { newcomerOf } from '../enrolments/ownApi.ts';
import { inLine, offerDates, withSeats } from '../enrolments/seats.ts';
import { enrolment } from '../enrolments/table.ts';
import { course } from '../offers/table.ts';
import { tellFamilies } from './mails.ts';
import { holidayChild, holidayOffer, holidayRound, holidayWish } from './table.ts';

type Needs = Pick<Services, 'database' | 'settings' | 'log'>;

const system = { name: 'Ferienprogramm' };

/**
 * Gives out the seats of drawn rounds whose day has come: offer by offer, each in a write of its own, so that it goes on where it was
 * interrupted and gives nobody a seat twice. Then the families are told, and the round is over. A job calls it each minute.
 */
export async function sendSeats({ database, settings, log }: Needs): Promise<void> {
  const due = await database.read(everyClub, (tx) =>
    tx
      .select({ roundId: holidayOffer.roundId, courseId: holidayOffer.courseId })
      .from(holidayOffer)
      .innerJoin(holidayRound, eq(holidayRound.id, holidayOffer.roundId))
      .where(and(eq(holidayRound.state, 'drawn'), lte(holidayRound.sendsOn, today()), isNull(holidayOffer.sentAt)))
      .orderBy(asc(holidayOffer.roundId), asc(holidayOffer.courseId)),
  );
  for (const { roundId, courseId } of due)
    try {
      await inLine(courseId, () => database.write(everyClub, (write) => sendOffer({ write, settings }, roundId, courseId), system));
    } catch (error) {
      // One that cannot be given out now must not keep the others waiting; it comes again.
      log.warn({ err: error, roundId, courseId }, 'seats of a holiday offer did not go out');
    }
  await database.write(everyClub, (write) => tellFamilies(write, settings));
  await endRounds({ database });
}

async function endRounds({ database }: Pick<Needs, 'database'>): Promise<void> {
  await database.write(everyClub, async (write) => {
    const unsent = write.tx
      .select({ id: holidayOffer.roundId })
      .from(holidayOffer)
      .innerJoin(holidayRound, eq(holidayRound.id, holidayOffer.roundId))
      .where(isNull(holidayOffer.sentAt));
    const rows = await write.tx
      .select()
      .from(holidayRound)
      .where(and(eq(holidayRound.state, 'drawn'), lte(holidayRound.sendsOn, today())))
      .for('update');
    const open = new Set((await unsent).map(({ id }) => id));
    for (const { id, club, name, version } of rows.filter((one) => !open.has(one.id))) {
      await write.tx
        .update(holidayRound)
        .set({ state: 'sent', sentAt: now(), version: version + 1 })
        .where(eq(holidayRound.id, id));
      write.audit('holidayRounds.manage', { club, id, entity: 'participations', by: system }, `Plätze vergeben: ${name}`);
      write.changed({ collection: 'courses', club, entityId: id });
      write.changed({ collection: 'participations', club, entityId: id });
    }
  });
}

type Wish = Awaited<ReturnType<typeof wishesOf>>[number];
type Ready = { wish: Wish; person: OwnPersonRow };

async function sendOffer({ write, settings }: { write: Write; settings: Services['settings'] }, roundId: string, courseId: string) {
  const { tx } = write;
  const [of] = await tx
    .select({ sentAt: holidayOffer.sentAt, club: course.club })
    .from(holidayOffer)
    .innerJoin(course, eq(course.id, holidayOffer.courseId))
    .where(and(eq(holidayOffer.roundId, roundId), eq(holidayOffer.courseId, courseId)))
    .for('update', { of: holidayOffer });
  // Another process was faster.
  if (!of || of.sentAt) return;
  // People come to the club before the seats are locked, in the order in which every enrolment locks.
  const ready: Ready[] = [];
  for (const wish of await wishesOf(tx, roundId, courseId)) {
    const person = await personFor(write, of.club, wish);
    if (person) ready.push({ wish, person });
    else await settle(tx, wish, { outcome: 'unfit', reason: 'Das Kind gehört nicht mehr zu dem Konto, das den Wunsch eintrug.' });
  }
  await withSeats(
    { write, settings, actor: system },
    courseId,
    () => undefined,
    (seats) => giveSeats(seats, ready),
  );
  await tx.update(course).set({ roundId: null }).where(eq(course.id, courseId));
  await tx
    .update(holidayOffer)
    .set({ sentAt: now() })
    .where(and(eq(holidayOffer.roundId, roundId), eq(holidayOffer.courseId, courseId)));
  write.changed({ collection: 'courses', club: of.club, entityId: courseId });
}

/** The wishes that get a seat or wait, by their lots: friends stand together. */
function wishesOf(tx: Transaction, roundId: string, courseId: string) {
  return beyondScope(tx, () =>
    tx
      .select({
        row: holidayWish,
        child: holidayChild,
        account: { userId: appUser.id, email: appUser.email, name: appUser.firstname, lastname: appUser.lastname },
      })
      .from(holidayWish)
      .innerJoin(holidayChild, eq(holidayChild.id, holidayWish.childId))
      .leftJoin(appUser, eq(appUser.id, holidayChild.enteredBy))
      .where(
        and(
          eq(holidayWish.roundId, roundId),
          eq(holidayWish.courseId, courseId),
          inArray(holidayWish.outcome, ['seat', 'waits']),
          isNull(holidayWish.sentAt),
        ),
      )
      .orderBy(asc(holidayChild.lot), asc(holidayChild.id)),
  );
}

/** The child as a person of the club of the offer; undefined where the account may not act for it any more. */
async function personFor(write: Write, club: Seats['course']['club'], { child, account }: Wish): Promise<OwnPersonRow | undefined> {
  if (!account) return undefined;
  try {
    const { chosen } = await beyondScope(write.tx, () => takeIn(write, club, account, [child.personId]));
    return chosen.get(child.personId);
  } catch (error) {
    if (error instanceof Problem && (error.code === 'not-found' || error.code === 'already-registered')) return undefined;
    throw error;
  }
}

async function giveSeats(seats: Seats, ready: readonly Ready[]): Promise<void> {
  const { status, registration } = seats.course;
  // Cancelled or closed since the draw: nobody gets a seat of it.
  if (!courseSets.open.includes(status) || !takesSignUps(registration)) {
    for (const { wish } of ready) await settle(seats.write.tx, wish, { outcome: 'unfit', reason: 'Das Angebot fällt aus.' });
    return;
  }
  const end = offerEnd(now(), roundOfferHours, await offerDates(seats.write.tx, seats.course));
  const units = [...Map.groupBy(ready, ({ wish: { child } }) => child.groupId ?? child.id).values()];
  const got = (unit: readonly Ready[]) => unit.some(({ wish }) => wish.row.outcome === 'seat');
  // First the seats, then the rest: who waits comes behind all who got one.
  for (const unit of [...units.filter(got), ...units.filter((one) => !got(one))]) await giveUnit(seats, unit, got(unit) ? end : undefined);
}

/** Offers seats to friends together or to a child by itself, or lets them wait; whom the offer does not take any more, reads why. */
async function giveUnit(seats: Seats, unit: readonly Ready[], end: Date | undefined): Promise<void> {
  const { tx } = seats.write;
  const active = await tx
    .select({ personId: enrolment.personId })
    .from(enrolment)
    .where(and(eq(enrolment.courseId, seats.course.id), inArray(enrolment.state, enrolmentSets.active)));
  const known = new Set(active.map(({ personId }) => personId));
  const newcomers = [];
  const { judged, prices } = await judgeFor(
    seats,
    unit.map(({ person }) => person),
  );
  for (const { wish, person } of unit) {
    const one = judged.find((each) => each.person.id === person.id);
    const why = known.has(person.id) ? 'Schon angemeldet.' : one ? whyNot(() => newcomerOf({ ...one, phase: open }, prices)) : '';
    if (why || !one) await settle(tx, wish, { outcome: 'unfit', reason: why });
    else newcomers.push({ wish, person, newcomer: newcomerOf({ ...one, phase: open }, prices) });
    known.add(person.id);
  }
  if (newcomers.length === 0) return;
  const free = freeSeats(seats);
  const fits = end !== undefined && (free === null || free >= newcomers.length);
  const { waitlistMax } = seats.course;
  if (!fits && waitlistMax !== null && seats.waiting + newcomers.length > waitlistMax) {
    for (const { wish } of newcomers)
      await settle(tx, wish, { outcome: 'unfit', reason: `${wish.row.reason}. Auch die Warteliste ist voll.` });
    return;
  }
  const rows = await insert(
    seats,
    newcomers.map(({ newcomer, wish }) => ({
      ...newcomer,
      // In the order of the lots, before all who come to the list later.
      queueClass: queueClasses.returning,
      // One mail tells the family everything.
      contactEmail: null,
      ...(fits && { offerExpiresAt: end }),
      ...(wish.account && { accounts: [wish.account.userId] }),
    })),
    fits ? 'offered' : 'waitlisted',
  );
  for (const { wish, person } of newcomers) {
    const row = rows.find(({ personId }) => personId === person.id);
    if (!row || !wish.account) continue;
    const by = wish.account.userId;
    await tx.update(enrolment).set({ contactEmail: wish.account.email, registeredBy: by }).where(eq(enrolment.id, row.id));
    await keepConsents(tx, ['terms', 'guardian_participation', ...seats.course.requiredConsents], {
      personId: person.id,
      club: seats.course.club,
      userId: by,
      name: fullName({ firstname: wish.account.name, lastname: wish.account.lastname }),
      relation: 'guardian',
      saidOn: localOf(wish.child.createdAt).date,
    });
    const isLate = wish.row.outcome === 'seat' && !fits;
    await settle(tx, wish, isLate ? { outcome: 'waits', reason: lateReason(end) } : {}, row.id);
  }
}

/** Why a seat of the draw could not be offered any more. */
function lateReason(end: Date | undefined): string {
  return end === undefined
    ? 'Bis zum ersten Termin ist die Zeit zu kurz, um ihn anzubieten.'
    : 'Seit der Verlosung ist ein Platz weniger frei.';
}

/** The programme itself opens the offer: its phase says that nobody else can enrol. */
const open = { kind: 'free', text: '', action: 'register' } as const;

/** The refusal of a child as a sentence. */
function whyNot(judging: () => unknown): string {
  try {
    judging();
    return '';
  } catch (error) {
    if (error instanceof Problem) return error.fields?.map(({ message }) => message).join(' ') || error.message;
    throw error;
  }
}

function settle(
  tx: Transaction,
  { row }: Wish,
  change: Partial<Pick<typeof holidayWish.$inferSelect, 'outcome' | 'reason'>>,
  enrolmentId: string | null = null,
): Promise<unknown> {
  return beyondScope(tx, () =>
    tx
      .update(holidayWish)
      .set({ ...change, sentAt: now(), enrolmentId })
      .where(and(eq(holidayWish.childId, row.childId), eq(holidayWish.courseId, row.courseId))),
  );
}
