import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { inAllClubs, type Transaction, type Write } from '#server/platform/database/database.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { endBookings, hourWords } from '../bookings/hours.ts';
import { claim, type BookingRow } from '../bookings/occupancy.ts';
import { brokenBy, readPlace } from '../bookings/place.ts';
import { recordBooking } from '../bookings/record.ts';
import { firstState } from '../bookings/rights.ts';
import { booking } from '../bookings/table.ts';
import type { FacilityRow } from '../facilities/service.ts';
import { writeToContacts } from '../organisations/emails.ts';
import { forEachHall, type Many } from './manyHours.ts';

type Hour = { row: BookingRow; facility: FacilityRow };

/** Cancels hours for one reason; begun and ended ones are skipped. Everybody affected gets one email. Returns the number. */
export async function cancelMany(context: Context, write: Write, { reason, ...many }: Many & { reason: string }): Promise<number> {
  const gone: Hour[] = [];
  const count = await forEachHall(write, many, bookingSets.cancellable, async (facility, rows) => {
    await endBookings(write.tx, rows, 'cancelled', reason);
    note(write, facility, rows, 'Buchung abgesagt');
    gone.push(...rows.map((row) => ({ row, facility })));
    return rows.length;
  });
  await notifyOne(context, write.tx, gone, { subject: 'Abgesagt', words: `fallen aus. Grund: ${reason}` });
  return count;
}

/**
 * Restores cancelled hours if they are free and the hall is open; where approval is needed they become requests. Notifies the same people
 * as the cancellation. Returns the numbers of restored hours and of requests.
 */
export async function restoreMany(context: Context, write: Write, many: Many): Promise<{ changed: number; asked: number }> {
  const { tx } = write;
  const viewer = signedIn(context);
  const back: Hour[] = [];
  const changed = await forEachHall(write, many, ['cancelled'], async (facility, rows) => {
    const state = firstState(viewer, facility);
    const open = await openOnes(tx, facility, rows);
    const isBlocking = state === 'approved';
    const claims = open.map((row) => ({ ...row, isBlocking }));
    const refused = await claim(tx, claims, facility.bufferMinutes);
    const kept = open.filter(({ id }) => !refused.has(id)).map((row) => ({ ...row, state }));
    if (kept.length === 0) return 0;
    const ids = kept.map(({ id }) => id);
    await tx
      .update(booking)
      .set({ state, reason: '', releasedAt: null, version: sql`${booking.version} + 1` })
      .where(inArray(booking.id, ids));
    note(write, facility, kept, 'Absage zurückgenommen');
    back.push(...kept.map((row) => ({ row, facility })));
    return kept.length;
  });
  const asked = back.filter(({ row }) => row.state === 'requested').length;
  await notifyOne(context, tx, back, {
    subject: 'Findet doch statt',
    words: asked > 0 ? 'sind wieder gebucht oder angefragt.' : 'finden doch statt.',
  });
  return { changed, asked };
}

/** The rows on whose day the hall is open now and whose series has no other date on that day. */
async function openOnes(tx: Transaction, { id }: FacilityRow, rows: readonly BookingRow[]): Promise<BookingRow[]> {
  const [first, last] = [rows[0]?.localDate ?? '', rows.at(-1)?.localDate ?? ''];
  const place = await readPlace(tx, id, first, last);
  const series = [...new Set(rows.flatMap(({ seriesId }) => seriesId ?? []))];
  const there =
    series.length === 0
      ? []
      : await tx
          .select({ seriesId: booking.seriesId, date: booking.localDate })
          .from(booking)
          .where(and(inArray(booking.seriesId, series), notInArray(booking.state, [...bookingSets.gone])));
  const taken = new Set(there.map((one) => `${one.seriesId} ${one.date}`));
  return rows.filter((row) => {
    const day = `${row.seriesId} ${row.localDate}`;
    if (brokenBy(place, row) !== undefined || (row.seriesId !== null && taken.has(day))) return false;
    taken.add(day);
    return true;
  });
}

function note(write: Write, facility: FacilityRow, rows: readonly BookingRow[], words: string): void {
  for (const ofClub of Map.groupBy(rows, ({ club }) => club).values()) {
    const [first] = ofClub;
    if (first)
      recordBooking(write, facility, first, 'bookings.cancel', ofClub.length === 1 ? words : `${words} (${ofClub.length} Termine, ab)`);
  }
}

/** Sends one email to the contacts of each organisation, and one to each colleague whose bookings these are. */
async function notifyOne(context: Context, tx: Transaction, hours: readonly Hour[], of: { subject: string; words: string }): Promise<void> {
  const viewer = signedIn(context);
  const mailOf = (some: readonly Hour[], key: string) => {
    const [first] = some;
    const lines = some.map(({ row, facility }) => `- ${row.title}: ${hourWords(row, facility)}`).join('\n');
    const count = some.length === 1 ? 'Ein Termin' : `${some.length} Termine`;
    return {
      subject: `${of.subject}: ${count}`,
      body: `Diese Hallenzeiten ${of.words}\n\n${lines}\n`,
      onceKey: `many:${of.subject}:${first?.row.id}:${first?.row.version}:${some.length}:${key}`,
    };
  };
  for (const [organisationId, some] of Map.groupBy(hours, ({ row }) => row.organisationId)) {
    const [first] = some;
    if (organisationId === null || !first) continue;
    const about = { kind: 'decision', id: first.row.id } as const;
    await writeToContacts(tx, context.settings, { club: first.row.club, organisationId }, { ...mailOf(some, organisationId), about });
  }
  const made = Map.groupBy(
    hours.filter(({ row }) => row.organisationId === null && row.createdBy !== null && row.createdBy !== viewer.userId),
    ({ row }) => row.createdBy ?? '',
  );
  const people = await inAllClubs(tx, () =>
    tx
      .select({ id: appUser.id, email: appUser.email, club: appUser.club })
      .from(appUser)
      .where(and(inArray(appUser.id, [...made.keys()]), isNull(appUser.disabledAt), eq(appUser.club, viewer.club))),
  );
  for (const { id, email, club } of people) {
    const mail = mailOf(made.get(id) ?? [], id);
    await postMail(tx, { kind: 'notice', club, recipient: email, ...mail });
  }
}
