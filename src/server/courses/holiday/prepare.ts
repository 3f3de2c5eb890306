import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { takesSignUps } from '#shared/courses/courseWords.ts';
import { clash } from '#shared/courses/holiday/units.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { makePerson, type PersonRow } from '#server/people/persons/service.ts';
import { person } from '#server/people/persons/table.ts';
import { inAllClubs, enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { resolvePersons } from '../enrolments/family.ts';
import { seatsOf } from '../enrolments/service.ts';
import { actingFor, type Acting } from './acting.ts';
import { offersOf, type OfferFacts } from './facts.ts';
import { judgeOf } from './judge.ts';
import { holidayChild, holidayWish } from './table.ts';

type Row = { row: typeof holidayWish.$inferSelect; child: typeof holidayChild.$inferSelect; who: PersonRow };
/** A wish whose child the offer takes, with who acts for the child, and its record in the club of the offer. */
export type Ready = Row & { account: Acting | undefined; person: PersonRow };
/** Children who stand together, friends or a child by itself; `mayGet` is false where they only wait. */
export type Unit<One = Ready> = { members: One[]; mayGet: boolean };

type Which = { roundId: string; courseId: string; club: ClubName };

/** What still becomes of a unit: what it gets is decided again behind the lock of the seats. */
export function placeFor(
  { members: { length }, mayGet }: Unit<unknown>,
  { free, waiting, waitlistMax }: { free: number | null; waiting: number; waitlistMax: number | null },
): 'seat' | 'waits' | 'full' {
  if (mayGet && (free === null || free >= length)) return 'seat';
  return waitlistMax !== null && waiting + length > waitlistMax ? 'full' : 'waits';
}

/**
 * Whom an offer gives its seats to, in that order, as people of its club: first who was drawn, then the rest by their lots. Whom it does not
 * take, and whom neither a seat nor the waiting list has room for, never becomes a person there.
 */
export async function prepare(write: Write, { roundId, courseId, club }: Which): Promise<Unit[]> {
  const { tx } = write;
  const offers = await offersOf(tx, roundId);
  const offer = offers.find(({ row }) => row.id === courseId);
  if (!offer) return [];
  const wishes = await wishesOf(tx, roundId, courseId);
  const unfit = await judgeOf(
    tx,
    wishes.map(({ who }) => who),
  );
  const fit: Row[] = [];
  for (const wish of wishes) {
    const why = takesSignUps(offer.row.registration) ? unfit(offer, wish.who) : 'Das Angebot fällt aus.';
    if (why) await settle(tx, wish, { outcome: 'unfit', reason: why });
    else fit.push(wish);
  }
  await enterScope(tx, club);
  const { placesMax, waitlistMax } = offer.row;
  const { occupied, waiting } = await seatsOf(tx, { courseId });
  const room = { free: placesMax === null ? null : placesMax - occupied, waiting, waitlistMax };
  const accounts = await actingFor(
    tx,
    fit.map(({ child }) => child),
  );
  const units: Unit[] = [];
  for (const unit of await inOrder(tx, offers, offer, fit)) {
    const place = placeFor(unit, room);
    if (place === 'full') {
      await settleFull(tx, unit.members);
      continue;
    }
    if (place === 'waits') room.waiting += unit.members.length;
    else if (room.free !== null) room.free -= unit.members.length;
    units.push({ ...unit, members: await broughtIn(write, club, unit.members, accounts) });
  }
  return units;
}

/** The wishes that get a seat or wait, by their lots: friends stand together. */
function wishesOf(tx: Transaction, roundId: string, courseId: string): Promise<Row[]> {
  return inAllClubs(tx, () =>
    tx
      .select({ row: holidayWish, child: holidayChild, who: person })
      .from(holidayWish)
      .innerJoin(holidayChild, eq(holidayChild.id, holidayWish.childId))
      .innerJoin(person, eq(person.id, holidayChild.personId))
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

/** First the units that were drawn; a seat that fell free since goes to those who wait, while they want more and have the time. */
async function inOrder(tx: Transaction, offers: readonly OfferFacts[], offer: OfferFacts, fit: readonly Row[]): Promise<Unit<Row>[]> {
  const units = [...Map.groupBy(fit, ({ child }) => child.groupId ?? child.id).values()];
  const got = await seatsGot(
    tx,
    fit.map(({ child }) => child.id),
  );
  const wantsMore = (members: readonly Row[]) => {
    const wants = Math.min(...members.map(({ child }) => child.wants));
    return members.every(({ child }) => {
      const own = got.get(child.id) ?? [];
      return own.length < wants && !own.some((id) => clash(offer.dates, offers.find(({ row }) => row.id === id)?.dates ?? []));
    });
  };
  const isDrawn = (members: readonly Row[]) => members.some(({ row }) => row.outcome === 'seat');
  return [
    ...units.filter(isDrawn).map((members) => ({ members, mayGet: true })),
    ...units.filter((members) => !isDrawn(members)).map((members) => ({ members, mayGet: wantsMore(members) })),
  ];
}

async function seatsGot(tx: Transaction, childIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await inAllClubs(tx, () =>
    tx
      .select({ childId: holidayWish.childId, courseId: holidayWish.courseId })
      .from(holidayWish)
      .where(and(inArray(holidayWish.childId, [...childIds]), eq(holidayWish.outcome, 'seat'))),
  );
  return new Map([...Map.groupBy(rows, ({ childId }) => childId)].map(([id, own]) => [id, own.map(({ courseId }) => courseId)]));
}

async function broughtIn(write: Write, club: ClubName, members: readonly Row[], accounts: ReadonlyMap<string, Acting>): Promise<Ready[]> {
  const ready = [];
  for (const wish of members) {
    const account = accounts.get(wish.child.personId);
    const known = await personIn(write, club, wish.who, account);
    if (known) ready.push({ ...wish, account, person: known });
    else await settle(write.tx, wish, { outcome: 'unfit', reason: 'Der Verein prüft noch, wer für das Kind handelt.' });
  }
  return ready;
}

/** The child as a person of the club of the offer; undefined where the account must not enter it there. */
async function personIn(write: Write, club: ClubName, who: PersonRow, account: Acting | undefined): Promise<PersonRow | undefined> {
  if (who.club === club) return who;
  // Nobody acts for the child any more: its seat is kept all the same.
  if (!account) {
    const { firstname, lastname, birthDate, gender } = who;
    return makePerson(write.tx, { club, firstname, lastname, birthDate, gender });
  }
  try {
    return (await inAllClubs(write.tx, () => resolvePersons(write, club, account, [who.id]))).chosen.get(who.id);
  } catch (error) {
    if (error instanceof Problem && (error.code === 'not-found' || error.code === 'already-registered')) return undefined;
    throw error;
  }
}

/** Writes what became of a wish. */
export function settle(
  tx: Transaction,
  { row }: Pick<Row, 'row'>,
  change: Partial<Pick<typeof holidayWish.$inferSelect, 'outcome' | 'reason'>>,
  enrolmentId: string | null = null,
): Promise<unknown> {
  return inAllClubs(tx, () =>
    tx
      .update(holidayWish)
      .set({ ...change, sentAt: now(), enrolmentId })
      .where(and(eq(holidayWish.childId, row.childId), eq(holidayWish.courseId, row.courseId))),
  );
}

/** Refuses where the waiting list is full too. */
export async function settleFull(tx: Transaction, members: readonly Pick<Row, 'row'>[]): Promise<void> {
  for (const one of members) await settle(tx, one, { outcome: 'unfit', reason: `${one.row.reason}. Auch die Warteliste ist voll.` });
}
