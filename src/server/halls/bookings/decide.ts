import { eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import type { bookingsContract, Rival } from '#shared/halls/bookings.ts';
import { germanDate, instantOf, localOf } from '#shared/kernel/calendar.ts';
import { readFacility, readUnits, type FacilityRow } from '../facilities/service.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { inAllClubs, type Write, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { Actor } from '#server/platform/database/auditAndNotices.ts';
import { planPageOf, writeToClub, writeToHolder } from './emails.ts';
import { hourWords } from './hours.ts';
import { buildOccupiedProblem, readPlace, refusalOf } from './place.ts';
import { recordBooking, notifyPlan } from './record.ts';
import { allowDecision, requireOwnBooking } from './rights.ts';
import { datesOf, lockBooking, refuseBegun, rivalsOf, type Scope } from './rows.ts';
import { keepPlaces, movedBy, movePlaces, type Moved } from './moves.ts';
import { claim, releaseUnits, findOverlaps, type BookingRow, type Claim } from './occupancy.ts';
import { alignSeries } from './seriesDates.ts';
import { booking, type CounterOffer } from './table.ts';
import type { Onlooker } from './view.ts';

type Decision = z.output<NonNullable<(typeof bookingsContract)['decide']['~orpc']['inputSchema']>>;

/** Decides requests of one date or of a series: approves all or only what is free, rejects, or makes a counter-offer. */
export async function decideBooking(
  context: Context,
  write: Write,
  input: Decision,
  follow: OfferFollower,
): Promise<{ changed: number; left: number; rivals: Rival[] }> {
  const settled = await settleRequest(context, write, await openRequest(context, write, input), follow);
  const { row, done, left, promised } = settled;
  if (done > 0)
    await writeToHolder(write.tx, context.settings, row, {
      ...decisionMail(settled, input.reason),
      page: planPageOf(row),
      onceKey: `decision:${row.id}:${row.version}`,
      about: { kind: 'decision', id: row.id },
    });
  return { changed: done, left, rivals: await rivalsOf(write.tx, promised) };
}

/** The outcome of a decision: the number of decided dates, and of those that stay open. */
export type Settled = {
  row: BookingRow;
  facility: FacilityRow;
  words: string;
  done: number;
  left: number;
  /** The approved dates. */ promised: readonly BookingRow[];
  /** The counter-offer in words. */ offered: string;
};

/** A request that may be decided, with its pending dates; its facilities are locked. */
type OpenRequest = { row: BookingRow; facility: FacilityRow; dates: BookingRow[]; input: Decision };

/** Checks whether the viewer may decide a request, and throws before anything is written. */
export async function openRequest(context: Context, { tx }: Write, input: Decision): Promise<OpenRequest> {
  const viewer = signedIn(context);
  const { id, scope, offer } = input;
  const { row, facility } = await lockBooking(tx, viewer, { id, scope, also: offer ? [offer.facilityId] : [] });
  allowDecision(context, facility);
  const dates = (await datesOf(tx, row, input.scope, bookingSets.waiting)).filter(({ facilityId }) => facilityId === facility.id);
  if (dates.length === 0) throw new Problem('not-offered');
  if (input.action === 'approve') refuseBegun(row);
  return { row, facility, dates, input };
}

/** Decides a request without notifying anybody. */
export async function settleRequest(context: Context, write: Write, request: OpenRequest, follow: OfferFollower): Promise<Settled> {
  const { row, facility, input } = request;
  const { done, left, promised } = await carryOut(context, write, request, follow);
  const words = { approve: 'Anfrage zugesagt', reject: 'Anfrage abgelehnt', offer: 'Gegenvorschlag gemacht' }[input.action];
  recordBooking(write, facility, row, 'bookings.confirm', `${words} (${row.club}, ${done} Termine)`);
  return { row, facility, words, done, left, promised, offered: input.offer ? await offeredInWords(write.tx, input.offer) : '' };
}

/** The port for records that follow a moved booking or an accepted counter-offer: the sessions of courses. */
export type OfferFollower = (context: Context, write: Write, moved: readonly BookingRow[]) => Promise<void>;

/** Accepts a counter-offer, which moves and approves the dates if the place is still free; or declines it, which withdraws the request. */
export async function answerOffer(
  context: Context,
  write: Write,
  input: { id: string; isAccepted: boolean; scope: Scope },
  follow: OfferFollower,
): Promise<number> {
  const viewer = signedIn(context);
  const { row, facility } = await lockBooking(write.tx, viewer, input);
  requireOwnBooking(context, row, 'bookings.update');
  return answerFor(context, write, { row, facility, viewer, ...input }, follow);
}

/** The answer to a counter-offer on a locked booking; the caller has checked the right to give it. */
type OfferAnswer = { row: BookingRow; facility: FacilityRow; viewer: Onlooker; isAccepted: boolean; scope: Scope; by?: Actor };

/** Answers in the name of the holder; the caller has checked the right. */
export async function answerFor(context: Context, write: Write, answer: OfferAnswer, follow: OfferFollower): Promise<number> {
  const { row, facility, viewer, by, ...input } = answer;
  const { tx } = write;
  const dates = await datesOf(tx, row, input.scope, ['counter_offered']);
  if (dates.length === 0) throw new Problem('not-offered');
  if (input.isAccepted) {
    refuseBegun(row);
    // Each date moves to its own offer; a series may have several.
    const moved = dates.map((one) => ({ ...one, ...offeredTimes(one, one.offer ?? missingOffer()) }));
    await update(tx, moved);
    for (const [facilityId, ofOne] of Map.groupBy(moved, (one) => one.facilityId)) {
      const offered = await readFacility(tx, facilityId);
      const promised = await promise(tx, viewer, ofOne, offered, false);
      notifyPlan(write, offered);
      await followMoved(context, write, promised.moved, follow);
    }
    await follow(context, write, moved);
    if (row.seriesId !== null) await alignSeries(tx, row.seriesId);
  } else {
    await releaseUnits(
      tx,
      dates.map(({ id }) => id),
    );
    await setState(tx, dates, 'withdrawn', '');
  }
  const words = input.isAccepted ? 'Gegenvorschlag angenommen' : 'Gegenvorschlag abgelehnt';
  recordBooking(write, facility, row, 'bookings.update', `${words} (${dates.length} Termine)`, undefined, by);
  await writeToClub(tx, context.settings, facility.managerClub, {
    subject: `${words}: ${row.holder || row.club}, ${facility.name}`,
    body: `${words}: ${row.holder || row.club}, „${row.title}“\n\nAngefragt war: ${hourWords(row, facility)}${dates.length > 1 ? ` und ${dates.length - 1} weitere` : ''}\n`,
    page: planPageOf(row),
    onceKey: `answer:${row.id}:${row.version}`,
  });
  return dates.length;
}

async function carryOut(
  context: Context,
  write: Write,
  { facility, dates, input }: OpenRequest,
  follow: OfferFollower,
): Promise<Pick<Settled, 'done' | 'left' | 'promised'>> {
  const viewer = signedIn(context);
  const { tx } = write;
  if (input.action === 'approve') {
    const { promised, moved } = await promise(tx, viewer, dates, facility, input.onlyFree, input.reason);
    await followMoved(context, write, moved, follow);
    return { done: promised.length, left: dates.length - promised.length, promised };
  }
  if (input.action === 'reject') {
    await releaseUnits(
      tx,
      dates.map(({ id }) => id),
    );
    await setState(tx, dates, 'rejected', input.reason);
    return { done: dates.length, left: 0, promised: [] };
  }
  const offer = input.offer ?? missingOffer();
  for (const one of dates) {
    const place = await readPlace(tx, offer.facilityId, one.localDate, one.localDate);
    allowDecision(context, place.facility);
    const refusal = refusalOf(place, { ...offer, date: one.localDate }, viewer, 'Gegenvorschlag');
    if (refusal) throw new Problem('invalid-input', { fields: [{ ...refusal, path: `offer.${refusal.path}` }] });
  }
  await tx
    .update(booking)
    .set({ state: 'counter_offered', offer, reason: input.reason, version: sql`${booking.version} + 1` })
    .where(
      inArray(
        booking.id,
        dates.map(({ id }) => id),
      ),
    );
  return { done: dates.length, left: 0, promised: [] };
}

/** Updates the sessions of moved bookings, whichever club they belong to, and refreshes the plans that they left. */
async function followMoved(context: Context, write: Write, moved: readonly Moved[], follow: OfferFollower): Promise<void> {
  if (moved.length === 0) return;
  await inAllClubs(write.tx, async () => {
    for (const id of new Set(moved.map(({ left }) => left))) notifyPlan(write, await readFacility(write.tx, id));
    await follow(
      context,
      write,
      moved.map(({ row }) => row),
    );
  });
}

/**
 * Turns requests into confirmed bookings. Dates taken meanwhile stay requested if only the free ones are meant; otherwise it throws. The
 * bookings that requests would move are released in the same step, or kept.
 */
async function promise(
  tx: Transaction,
  viewer: Onlooker,
  dates: readonly BookingRow[],
  facility: FacilityRow,
  onlyFree: boolean,
  reason = '',
): Promise<{ promised: BookingRow[]; moved: Moved[] }> {
  const had = await movedBy(tx, dates);
  const claims = dates.map(({ id, unitIds, startsAt, endsAt }): Claim => ({ id, unitIds, startsAt, endsAt, isBlocking: true }));
  await releaseUnits(
    tx,
    [...claims, ...had.values()].map(({ id }) => id),
  );
  const refused = await claim(tx, claims, facility.bufferMinutes);
  const taken = claims.filter(({ id }) => refused.has(id));
  if (taken.length > 0 && !onlyFree)
    throw buildOccupiedProblem(viewer, await findOverlaps(tx, taken, facility.bufferMinutes), await readUnits(tx, [facility.id]));
  await claim(
    tx,
    taken.map((one) => ({ ...one, isBlocking: false })),
    facility.bufferMinutes,
  );
  await keepPlaces(
    tx,
    viewer,
    taken.flatMap(({ id }) => had.get(id) ?? []),
  );
  const promised = dates.filter(({ id }) => !refused.has(id));
  await setState(tx, promised, 'approved', reason);
  const moving = promised.flatMap((request) => {
    const old = had.get(request.id);
    return old ? [{ request, had: old }] : [];
  });
  return { promised, moved: await movePlaces(tx, moving) };
}

async function setState(
  tx: Transaction,
  dates: readonly BookingRow[],
  state: 'approved' | 'rejected' | 'withdrawn',
  reason: string,
): Promise<void> {
  if (dates.length === 0) return;
  await tx
    .update(booking)
    .set({ state, reason, offer: null, version: sql`${booking.version} + 1` })
    .where(
      inArray(
        booking.id,
        dates.map(({ id }) => id),
      ),
    );
}

async function update(tx: Transaction, moved: readonly BookingRow[]): Promise<void> {
  for (const { id, facilityId, unitIds, startsAt, endsAt } of moved)
    await tx.update(booking).set({ facilityId, unitIds, startsAt, endsAt }).where(eq(booking.id, id));
}

function offeredTimes({ localDate }: BookingRow, { facilityId, unitIds, startTime, endTime }: CounterOffer) {
  return { facilityId, unitIds: unitIds.toSorted(), startsAt: instantOf(localDate, startTime), endsAt: instantOf(localDate, endTime) };
}

function missingOffer(): never {
  throw new Problem('not-offered');
}

/** The email to the requesting side. */
export function decisionMail({ row, facility, words, done, offered }: Settled, reason: string): { subject: string; body: string } {
  const { date, time } = localOf(row.startsAt);
  const told = `${words}: ${done === 1 ? 'ein Termin' : `${done} Termine`}`;
  return {
    subject: `${told} – ${facility.name}`,
    body: `${told}\n\n${facility.name}\n„${row.title}“, ab ${germanDate(date)}, ${time} Uhr${offered && `\n\nVorgeschlagen: ${offered}. ${answerTo(row)}`}${reason ? `\n\n${reason}` : ''}\n`,
  };
}

/** Where to answer a counter-offer; organisations without an account have no page for it. */
function answerTo({ organisationId }: BookingRow): string {
  return organisationId === null
    ? 'Annehmen oder ablehnen können Sie unter Verwaltung, Belegung.'
    : 'Ob Ihnen das passt, antworten Sie über den Link in dieser Mail.';
}

async function offeredInWords(tx: Transaction, { facilityId, startTime, endTime }: CounterOffer): Promise<string> {
  const { name } = await readFacility(tx, facilityId);
  return `${startTime}–${endTime} Uhr, ${name}`;
}
