import { and, asc, eq, inArray } from 'drizzle-orm';
import type { DisplacedDate } from '#shared/halls/closures.ts';
import { germanDate, localOf, timesInWords } from '#shared/kernel/calendar.ts';
import { inAllClubs, type Transaction, type Write } from '#server/platform/database/database.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { today } from '#server/platform/process/clock.ts';
import type { OfferFollower } from '../bookings/decide.ts';
import { planPageOf, writeToClub, writeToHolder } from '../bookings/emails.ts';
import { hourWords } from '../bookings/hours.ts';
import { notifyPlan, recordBooking } from '../bookings/record.ts';
import { lockAllFacilities, type BookingRow } from '../bookings/service.ts';
import { booking } from '../bookings/table.ts';
import { seesPurpose } from '../bookings/view.ts';
import { readFacility } from '../facilities/service.ts';
import { facility as facilityTable } from '../facilities/table.ts';
import { writeToContacts } from '../organisations/emails.ts';
import { alternatives } from '../plan/freeTimes.ts';
import { byHolder, displacedBy, moveTo, timesThere, type Closure, type OtherPlace } from './moving.ts';
import { answerWhere, proposedPlaces, proposalInWords, closedWords, dropProposals, lastOf } from './questions.ts';

/** The maximum of dates for which alternatives are computed. */
const suggestedAtMost = 60;

/** The dates that a closure displaced and that still lack a hall, soonest first, each with another hall that is free at its time. */
export async function displacedDates(context: Context, tx: Transaction, ruleId: string): Promise<DisplacedDate[]> {
  const viewer = signedIn(context);
  const rows = await displacedBy(tx, ruleId);
  const asked = await proposedPlaces(tx, ruleId);
  const found: DisplacedDate[] = [];
  for (const [at, row] of rows.entries()) {
    const other = at < suggestedAtMost ? await otherPlace(context, tx, row) : undefined;
    const isShifted = other !== undefined && isShiftedTo(row, other);
    found.push({
      id: row.id,
      holder: row.holder || row.club,
      title: seesPurpose(viewer, row) ? row.title : null,
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt.toISOString(),
      suggestion: other && !isShifted ? other.facilityName : null,
      shifted: other && isShifted ? `${other.startTime}–${other.endTime} Uhr, ${other.facilityName}` : null,
      asked: await proposalInWords(tx, row, asked.get(row.id)),
    });
  }
  return found;
}

/** The dates to move; `mayShift` allows a near time. */
export type Moving = Closure & { ids: readonly string[]; mayShift: boolean };

/** Moves dates to halls that are free at their time, or near it if allowed, one after the other; the others stay. Holders are notified. */
export async function moveDisplaced(
  context: Context,
  write: Write,
  { rule, facility, ids, mayShift }: Moving,
  follow: OfferFollower,
): Promise<{ moved: number; left: number }> {
  const { tx } = write;
  // Free places are only reliable while nobody else books.
  await lockAllFacilities(tx);
  const rows = await displacedBy(tx, rule.id, ids);
  const moved: BookingRow[] = [];
  for (const row of rows) {
    const after = await moveOne(context, tx, row, mayShift);
    if (after) moved.push(after);
  }
  await dropProposals(
    tx,
    rule.id,
    moved.map(({ id }) => id),
  );
  if (moved.length > 0) await follow(context, write, moved);
  for (const row of moved) {
    const into = await readFacility(tx, row.facilityId);
    recordBooking(write, into, row, 'bookings.update', `Nach der Sperrung „${rule.name}“ umgezogen`);
  }
  for (const some of byHolder(moved)) await notifyOfMove(context, tx, { rule, facility }, some);
  notifyPlan(write, facility);
  return { moved: moved.length, left: rows.length - moved.length };
}

async function moveOne(context: Context, tx: Transaction, row: BookingRow, mayShift: boolean): Promise<BookingRow | undefined> {
  const other = await placeFor(context, tx, row, mayShift);
  return other && moveTo(tx, row, other);
}

/** The new place of a date: at its time, or near it if allowed. */
export async function placeFor(context: Context, tx: Transaction, row: BookingRow, mayShift: boolean): Promise<OtherPlace | undefined> {
  const other = await otherPlace(context, tx, row);
  return other && (mayShift || !isShiftedTo(row, other)) ? other : undefined;
}

function isShiftedTo(row: BookingRow, other: OtherPlace): boolean {
  return timesThere(row, other).startsAt.getTime() !== row.startsAt.getTime();
}

/** Another hall of the same manager that suits a date: one that is free at its time, otherwise one that is free near it. */
async function otherPlace(context: Context, tx: Transaction, row: BookingRow) {
  const [from, to] = [localOf(row.startsAt), localOf(row.endsAt)];
  const wish = { facilityId: row.facilityId, unitIds: row.unitIds, startTime: from.time, endTime: to.time, about: row.title };
  const { otherHalls = [], nearby = [] } = (await alternatives(tx, signedIn(context), [from.date], wish)).get(from.date) ?? {};
  const places = [...otherHalls, ...nearby];
  if (places.length === 0) return undefined;
  const managers = await tx
    .select({ id: facilityTable.id, managerClub: facilityTable.managerClub })
    .from(facilityTable)
    .where(inArray(facilityTable.id, [row.facilityId, ...places.map(({ facilityId }) => facilityId)]));
  const managerOf = new Map(managers.map(({ id, managerClub }) => [id, managerClub]));
  return places.find(({ facilityId }) => managerOf.get(facilityId) === managerOf.get(row.facilityId));
}

async function notifyOfMove(
  { settings }: Context,
  tx: Transaction,
  { rule, facility }: Closure,
  rows: readonly BookingRow[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const lines: string[] = [];
  for (const row of rows) lines.push(`- ${row.title}: ${hourWords(row, await readFacility(tx, row.facilityId))}`);
  await writeToHolder(tx, settings, first, {
    subject: `Umgezogen: ${facility.name} ist geschlossen`,
    body: `${closedWords(facility.name, rule)}\n\nDiese Termine finden statt, in einer anderen Halle:\n${lines.join('\n')}\n\nPasst Ihnen das? ${answerWhere(first)}\n`,
    page: planPageOf(first),
    onceKey: `closure:${rule.id}:moved:${first.id}:${first.version}`,
    about: { kind: 'closure', id: rule.id },
    asks: { until: lastOf(rows) },
  });
}

/** Notifies all holders of the dates that a closure displaced, once; again on another day if `isAgain`. */
export async function notifyDisplacedHolders(
  { settings }: Context,
  tx: Transaction,
  { rule, facility }: Closure,
  isAgain: boolean,
): Promise<{ clubs: number; mails: number }> {
  const rows = await inAllClubs(tx, () =>
    tx
      .select()
      .from(booking)
      .where(and(eq(booking.displacedBy, rule.id), eq(booking.state, 'displaced')))
      .orderBy(asc(booking.startsAt))
      .limit(5000),
  );
  const holders = byHolder(rows);
  let mails = 0;
  for (const hits of holders) {
    const [first] = hits;
    if (!first) continue;
    const { club, organisationId } = first;
    const body = `${closedWords(facility.name, rule)}\n\nDiese Termine fallen dort aus:\n${hits.map(line).join('\n')}\n`;
    const mail = {
      subject: `Geschlossen: ${facility.name}`,
      onceKey: `closure:${rule.id}:${organisationId ?? club}${isAgain ? `:${today()}` : ''}`,
      about: { kind: 'closure' as const, id: rule.id },
    };
    // Holders without an account are notified through their contacts; without any, the board of the hall knows whom to call.
    const told = organisationId === null ? 0 : await writeToContacts(tx, settings, { club, organisationId }, { ...mail, body });
    const where =
      '\nOb sie einen anderen Platz bekommen oder ausfallen, entscheiden Sie in der Verwaltung unter „Termine und Buchungen“ (Nach Sperrung ohne Halle).\n';
    mails += told > 0 ? told : await writeToClub(tx, settings, club, { ...mail, body: body + where, page: '/admin/events?show=displaced' });
  }
  return { clubs: holders.length, mails };
}

function line(row: BookingRow): string {
  return `- ${germanDate(localOf(row.startsAt).date)}, ${timesInWords(row)}: ${row.title}`;
}
