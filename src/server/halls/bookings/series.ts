import { randomUUID } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import type { CheckedDate, Resolution, SeriesInput } from '#shared/halls/bookings.ts';
import type { BookingState } from '#shared/halls/bookingStates.ts';
import { germanDate, instantOf, type LocalDate } from '#shared/kernel/calendar.ts';
import { seriesDates } from '#shared/kernel/series.ts';
import { skipReasons } from '../closures/service.ts';
import { closingReasons } from '../facilities/service.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, type Context, type Viewer } from '#server/platform/http/context.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { purposeOf, requireDepartment } from './purpose.ts';
import { alternatives } from '../plan/freeTimes.ts';
import { planPageOf, writeToClub } from './emails.ts';
import { conflictView, buildOccupiedProblem, readPlace, refusalOf, conflictsInWords, type Place } from './place.ts';
import { recordBooking } from './record.ts';
import { allowBooking, bookedFor, clubOf, firstState } from './rights.ts';
import { claim, findOverlaps, lockFacilities, type Claim, type Taken } from './occupancy.ts';
import { booking, bookingSeries } from './table.ts';

type Planned = { date: LocalDate; place: Place; unitIds: string[]; startTime: string; endTime: string; isAsked: boolean; id: string };
type Plan = { planned: Planned[]; skipped: { date: LocalDate; reason: string }[]; main: Place };

/** The preview of every date of a series, without writing anything; conflicts come with alternatives. */
export async function checkSeries(context: Context, tx: Transaction, input: SeriesInput): Promise<CheckedDate[]> {
  const viewer = signedIn(context);
  const plan = await planSeries(context, tx, input);
  const taken = await takenOf(tx, plan.planned);
  const dates = [...new Set(plan.planned.filter(({ id }) => taken.has(id)).map(({ date }) => date))];
  const other = await alternatives(tx, viewer, dates, { ...input, about: input.title });
  return report(viewer, input, plan, (one) => taken.get(one.id) ?? [], other);
}

/** Books or requests a weekly series, each date independently, in one transaction. */
export async function createSeries(context: Context, write: Write, input: SeriesInput) {
  const viewer = signedIn(context);
  const { tx } = write;
  const plan = await planSeries(context, tx, input);
  await lockFacilities(
    tx,
    plan.planned.map(({ place }) => place.facility.id),
  );
  const seriesId = randomUUID();
  const { startsOn, endsOn, startTime, endTime, weekday, intervalWeeks, holidayMode, facilityId } = input;
  const holder = await bookedFor(tx, viewer, plan.main.facility, input.organisationId);
  await requireDepartment(tx, clubOf(holder), input);
  const own = { ...holder, createdBy: viewer.userId, createdAt: now() };
  const unitIds = [...new Set(input.unitIds)].toSorted();
  const rule = { startsOn, endsOn, startTime, endTime, weekday, intervalWeeks, holidayMode, facilityId, unitIds };
  await tx.insert(bookingSeries).values({ id: seriesId, ...own, ...purposeOf(input), ...rule });
  const stateOf = (one: Planned): BookingState => (one.isAsked ? 'requested' : firstState(viewer, one.place.facility));
  const rows = plan.planned.map((one) => ({
    ...own,
    ...purposeOf(input),
    id: one.id,
    seriesId,
    facilityId: one.place.facility.id,
    unitIds: one.unitIds,
    localDate: one.date,
    startsAt: instantOf(one.date, one.startTime),
    endsAt: instantOf(one.date, one.endTime),
    state: stateOf(one),
  }));
  const made = rows.length > 0 ? await tx.insert(booking).values(rows).returning() : [];
  const refused = new Set<string>();
  for (const [buffer, group] of Map.groupBy(plan.planned, ({ place }) => place.facility.bufferMinutes)) {
    const claims = group.map((one) => claimOf(one, stateOf(one) === 'approved'));
    for (const id of await claim(tx, claims, buffer)) refused.add(id);
  }
  const asked = plan.planned.filter(({ isAsked }) => isAsked);
  const taken = await takenOf(tx, [...plan.planned.filter(({ id }) => refused.has(id)), ...asked]);
  const [first] = made.filter(({ id }) => !refused.has(id));
  if (!first) throw nothingLeft(viewer, plan, [...taken.values()].flat());
  if (refused.size > 0) await tx.delete(booking).where(inArray(booking.id, [...refused]));
  const dates = report(viewer, input, plan, ({ id }) => taken.get(id) ?? [], new Map(), refused);
  const left = dates.filter(({ result }) => result === 'skipped' || result === 'conflict').map(({ date, reason }) => ({ date, reason }));
  await tx
    .update(bookingSeries)
    .set({ skipped: left })
    .where(inArray(bookingSeries.id, [seriesId]));
  const created = made.length - refused.size;
  recordBooking(write, plan.main.facility, first, 'bookings.create', `Serie mit ${created} Terminen angelegt, ab`);
  await askOthers(context.settings, tx, viewer, seriesId, asked, taken);
  return { seriesId, state: first.state, created, dates };
}

/** Asks the clubs that hold these dates whether they would release them. */
async function askOthers(
  settings: Settings,
  tx: Transaction,
  viewer: Viewer,
  seriesId: string,
  asked: readonly Planned[],
  taken: ReadonlyMap<string, Taken[]>,
): Promise<void> {
  const wanted = asked.flatMap((one) => [...new Set(taken.get(one.id)?.map(({ club }) => club))].map((club) => ({ club, one })));
  for (const [club, wishes] of Map.groupBy(wanted, (wish) => wish.club)) {
    const [first] = wishes;
    const lines = wishes.map(({ one }) => `- ${one.place.facility.name}, ${germanDate(one.date)}, ${one.startTime}–${one.endTime} Uhr`);
    await writeToClub(tx, settings, club, {
      subject: `Bitte um eine Hallenzeit von ${viewer.club}`,
      body: `${viewer.club} fragt, ob Sie diese Zeiten freigeben können („Stunde freigeben“):\n\n${lines.join('\n')}\n`,
      ...(first && { page: planPageOf({ facilityId: first.one.place.facility.id, localDate: first.one.date }) }),
      onceKey: `ask:${seriesId}:${club}`,
    });
  }
}

/** The place of each planned date, and the omitted dates with reasons. Throws a problem on the field for a broken rule. */
async function planSeries(context: Context, tx: Transaction, input: SeriesInput): Promise<Plan> {
  const viewer = signedIn(context);
  const main = await readPlace(tx, input.facilityId, input.startsOn, input.endsOn);
  allowBooking(context, main.facility);
  const dates = seriesDates(input);
  if (dates.length === 0)
    throw new Problem('invalid-input', { fields: [{ path: 'endsOn', message: 'In diesem Zeitraum liegt kein Termin.' }] });
  const paused = await skipReasons(tx, input.startsOn, input.endsOn, {
    club: viewer.club,
    facility: input.facilityId,
    mode: input.holidayMode,
  });
  const closed = closingReasons(main.facility, main.rules, input.startsOn, input.endsOn);
  const places = new Map([[input.facilityId, main]]);
  const plan: Plan = { planned: [], skipped: [], main };
  for (const date of dates) {
    const wish = input.resolutions.find((one) => one.date === date);
    const reason = paused.get(date) ?? (wish?.action === 'facility' ? undefined : closed.get(date));
    if (reason !== undefined || wish?.action === 'skip') {
      plan.skipped.push({ date, reason: reason ?? 'Auf Wunsch ausgelassen' });
      continue;
    }
    const facilityId = wish?.facilityId ?? input.facilityId;
    const place = places.get(facilityId) ?? (await readPlace(tx, facilityId, input.startsOn, input.endsOn));
    places.set(facilityId, place);
    allowBooking(context, place.facility);
    const planned = plannedOf(date, place, input, wish);
    refuseBroken(viewer, planned, input, dates);
    plan.planned.push(planned);
  }
  return plan;
}

function plannedOf(date: LocalDate, place: Place, input: SeriesInput, wish: Resolution | undefined): Planned {
  return {
    id: randomUUID(),
    date,
    place,
    unitIds: [...new Set(wish?.unitIds ?? input.unitIds)].toSorted(),
    startTime: wish?.startTime ?? input.startTime,
    endTime: wish?.endTime ?? input.endTime,
    isAsked: wish?.action === 'ask',
  };
}

function refuseBroken(viewer: Viewer, planned: Planned, input: SeriesInput, dates: readonly LocalDate[]): void {
  const refusal = refusalOf(planned.place, { ...planned, expectedParticipants: input.expectedParticipants }, viewer, '');
  if (!refusal) return;
  const path = refusal.path === 'date' ? (planned.date === dates[0] ? 'startsOn' : 'endsOn') : refusal.path;
  throw new Problem('invalid-input', { fields: [{ path, message: `${germanDate(planned.date)}: ${refusal.message}` }] });
}

function claimOf({ id, unitIds, date, startTime, endTime }: Planned, isBlocking: boolean): Claim {
  return { id, unitIds, startsAt: instantOf(date, startTime), endsAt: instantOf(date, endTime), isBlocking };
}

async function takenOf(tx: Transaction, planned: readonly Planned[]): Promise<Map<string, Taken[]>> {
  const taken: (Taken & { claimId: string })[] = [];
  for (const [buffer, group] of Map.groupBy(planned, ({ place }) => place.facility.bufferMinutes))
    taken.push(
      ...(await findOverlaps(
        tx,
        group.map((one) => claimOf(one, true)),
        buffer,
      )),
    );
  return Map.groupBy(taken, ({ claimId }) => claimId);
}

function nothingLeft(viewer: Viewer, plan: Plan, taken: readonly Taken[]): Problem {
  if (taken.length > 0) return buildOccupiedProblem(viewer, taken, plan.main.units);
  const message = `Alle Termine fallen aus: ${plan.skipped[0]?.reason ?? 'keiner übrig'}.`;
  return new Problem('invalid-input', { fields: [{ path: 'endsOn', message }] });
}

function report(
  viewer: Viewer,
  input: SeriesInput,
  { planned, skipped }: Plan,
  takenBy: (one: Planned) => readonly Taken[],
  other: ReadonlyMap<LocalDate, Pick<CheckedDate, 'otherTimes' | 'otherHalls'>>,
  refused?: ReadonlySet<string>,
): CheckedDate[] {
  const none = { conflicts: [], otherTimes: [], otherHalls: [] };
  const left = skipped.map(({ date, reason }): CheckedDate => ({
    ...none,
    date,
    startTime: input.startTime,
    endTime: input.endTime,
    result: 'skipped',
    reason,
  }));
  const checked = planned.map((one): CheckedDate => {
    const conflicts = takenBy(one).map((taken) => conflictView(viewer, taken));
    const isTaken = refused ? refused.has(one.id) : conflicts.length > 0;
    const clubs = [...new Set(conflicts.map(({ club }) => club))].join(', ');
    const { date, startTime, endTime } = one;
    if (isTaken && !one.isAsked)
      return {
        otherTimes: other.get(date)?.otherTimes ?? [],
        otherHalls: other.get(date)?.otherHalls ?? [],
        date,
        startTime,
        endTime,
        conflicts,
        result: 'conflict',
        reason: `Belegt: ${conflictsInWords(conflicts)}`,
      };
    return {
      ...none,
      date,
      startTime,
      endTime,
      conflicts,
      result: one.isAsked ? 'asked' : 'free',
      reason: one.isAsked ? `Angefragt bei ${clubs}` : '',
    };
  });
  return [...left, ...checked].toSorted((a, b) => a.date.localeCompare(b.date));
}
