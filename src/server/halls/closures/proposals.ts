import { eq } from 'drizzle-orm';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/database/auditAndNotices.ts';
import type { Context } from '#server/platform/http/context.ts';
import { now } from '#server/platform/process/clock.ts';
import type { OfferFollower } from '../bookings/decide.ts';
import { planPageOf, writeToHolder } from '../bookings/emails.ts';
import { notifyPlan, recordBooking } from '../bookings/record.ts';
import { brokenBy, claim, releaseUnits, lockAllFacilities, readPlace, type BookingRow } from '../bookings/service.ts';
import { readFacility } from '../facilities/service.ts';
import type { ProposedMove } from '../organisations/table.ts';
import { placeFor, type Moving } from './displaced.ts';
import { byHolder, displacedBy, moveTo, timesThere, type OtherPlace } from './moving.ts';
import { answerWhere, proposedPlaces, closedWords, lastOf, placeInWords } from './questions.ts';
import { calendarDayRule } from './table.ts';

/** Asks holders whether their dates may move to free halls; nothing moves before they agree. Each date gets its own place. */
export async function proposeMoves(
  context: Context,
  write: Write,
  { rule, facility, ids, mayShift }: Moving,
): Promise<{ asked: number; left: number }> {
  const { tx } = write;
  await lockAllFacilities(tx);
  const open = await proposedPlaces(tx, rule.id);
  const displaced = await displacedBy(tx, rule.id);
  const rows = displaced.filter(({ id }) => ids.includes(id) && !open.has(id));
  // Pending proposals are claimed while places are searched, and released at the end: only acceptance books them.
  for (const row of displaced) {
    const place = open.get(row.id);
    if (place) await hold(tx, row, place);
  }
  let asked = 0;
  for (const some of byHolder(rows)) {
    const proposed: { row: BookingRow; move: ProposedMove }[] = [];
    for (const row of some) {
      const place = await placeFor(context, tx, row, mayShift);
      if (!place || !(await hold(tx, row, place))) continue;
      const { facilityId, unitIds, startTime } = place;
      proposed.push({ row, move: { bookingId: row.id, facilityId, unitIds: [...unitIds], startTime } });
    }
    const [first] = proposed;
    if (!first) continue;
    const lines: string[] = [];
    for (const { row, move } of proposed) lines.push(`- ${row.title}: ${await placeInWords(tx, row, move)}`);
    const told = await writeToHolder(tx, context.settings, first.row, {
      subject: `Andere Halle? ${facility.name} ist geschlossen`,
      body: `${closedWords(facility.name, rule)}\n\nDiese Termine könnten dort stattfinden:\n${lines.join('\n')}\n\nSie ziehen um, wenn Sie zustimmen. ${answerWhere(first.row)}\n`,
      page: planPageOf(first.row),
      onceKey: `closure:${rule.id}:asked:${first.row.id}:${now().getTime()}`,
      about: { kind: 'closure', id: rule.id },
      asks: { until: lastOf(proposed.map(({ row }) => row)), proposals: proposed.map(({ move }) => move) },
    });
    if (told > 0) asked += proposed.length;
  }
  await releaseUnits(
    tx,
    displaced.map(({ id }) => id),
  );
  write.audit(
    'calendar.update',
    { club: facility.managerClub, id: facility.id, entity: 'facilities' },
    `Nach der Sperrung „${rule.name}“ gefragt, ob Termine umziehen (${asked})`,
  );
  notifyPlan(write, facility);
  return { asked, left: rows.length - asked };
}

/** Claims a place, so that no other date of this closure gets it; false if it is taken. */
async function hold(tx: Transaction, row: BookingRow, place: OtherPlace): Promise<boolean> {
  const { bufferMinutes } = await readFacility(tx, place.facilityId);
  const refused = await claim(tx, [{ ...row, ...timesThere(row, place), unitIds: place.unitIds, isBlocking: true }], bufferMinutes);
  return refused.size === 0;
}

/** Moves the accepted dates that still lack a hall and whose place is free and open. Returns the moved and the remaining bookings. */
export async function moveAgreed(
  context: Context,
  write: Write,
  { ruleId, proposals, by }: { ruleId: string; proposals: readonly ProposedMove[]; by?: Actor | undefined },
  follow: OfferFollower,
): Promise<{ moved: readonly string[]; left: readonly string[] }> {
  const { tx } = write;
  await lockAllFacilities(tx);
  const [rule] = await tx.select().from(calendarDayRule).where(eq(calendarDayRule.id, ruleId));
  const places = new Map(proposals.map((one) => [one.bookingId, one]));
  const rows = rule ? await displacedBy(tx, ruleId, [...places.keys()]) : [];
  const moved: BookingRow[] = [];
  for (const row of rows) {
    const place = places.get(row.id);
    const after = place && (await isOpen(tx, row, place)) ? await moveTo(tx, row, place) : undefined;
    if (after) moved.push(after);
  }
  if (moved.length > 0) await follow(context, write, moved);
  for (const row of moved) {
    const into = await readFacility(tx, row.facilityId);
    recordBooking(write, into, row, 'bookings.update', `Nach der Sperrung „${rule?.name ?? ''}“ mit Zusage umgezogen`, undefined, by);
  }
  const ids = new Set(moved.map(({ id }) => id));
  return { moved: [...ids], left: [...places.keys()].filter((id) => !ids.has(id)) };
}

/** Whether a hall is open at the proposed time. */
async function isOpen(tx: Transaction, row: BookingRow, place: ProposedMove): Promise<boolean> {
  const there = await readPlace(tx, place.facilityId, row.localDate, row.localDate);
  return brokenBy(there, { ...row, ...timesThere(row, place), unitIds: place.unitIds }) === undefined;
}
