import { and, asc, eq, ilike, inArray, or } from 'drizzle-orm';
import type { BookingView } from '#shared/halls/bookings.ts';
import { bookingKindNames, bookingStateNames } from '#shared/halls/bookingStates.ts';
import { ownAtMost, statesShown, type OwnFilter } from '#shared/halls/ownBookings.ts';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import { may } from '#shared/kernel/rights.ts';
import { containing } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { csvFile } from '#server/platform/formats/csv.ts';
import { xlsxFile } from '#server/platform/formats/xlsx.ts';
import { signedIn, type Context, type Viewer } from '#server/platform/http/context.ts';
import { readUnits } from '../facilities/service.ts';
import { department } from '#server/club/departments/table.ts';
import { facility } from '../facilities/table.ts';
import { booking } from '../bookings/table.ts';
import { toBookingView } from '../bookings/view.ts';
import { isBetween } from './days.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';

const exportedAtMost = 20_000;

/** The viewer's own bookings and requests: for a board all of its club, for an editor those that they made. */
export async function readMine(context: Context, tx: Transaction, filter: OwnFilter): Promise<BookingView[]> {
  const viewer = signedIn(context);
  const rows = await ownRows(tx, viewer, filter, ownAtMost);
  return rows.map(({ row, place }) => toBookingView(viewer, row, place));
}

const columns = ['Datum', 'Von', 'Bis', 'Sportstätte', 'Teile', 'Gruppe', 'Für', 'Abteilung', 'Art', 'Stand', 'Ansprechperson', 'Telefon'];

/** The same as a file for spreadsheets, one line per date. */
export async function ownFile(
  context: Context,
  tx: Transaction,
  { format, ...filter }: OwnFilter & { format: ExportFormat },
): Promise<File> {
  const found = await ownRows(tx, signedIn(context), filter, exportedAtMost);
  const units = await readUnits(tx, [...new Set(found.map(({ place }) => place.id))]);
  const rows = found.map(({ row, place, department: of }) => ({
    Datum: germanDate(row.localDate),
    Von: localOf(row.startsAt).time,
    Bis: localOf(row.endsAt).time,
    Sportstätte: place.name,
    Teile: units
      .filter(({ id }) => row.unitIds.includes(id))
      .map(({ label }) => label)
      .join(', '),
    Gruppe: row.title,
    Für: row.holder || row.club,
    Abteilung: of ?? '',
    Art: bookingKindNames[row.kind],
    Stand: bookingStateNames[row.state],
    Ansprechperson: row.contactPerson,
    Telefon: row.contactPhone,
  }));
  const name = `buchungen-${filter.from}-${filter.to}.${format}`;
  if (format === 'csv') return csvFile(name, rows, columns);
  // A spreadsheet gets a real date, which it can sort and calculate with.
  const dated = rows.map((row, at) => ({ ...row, Datum: new Date(`${found[at]?.row.localDate ?? ''}T00:00:00Z`) }));
  return xlsxFile(name, 'Buchungen', columns, dated);
}

/** The rows that the viewer may change; see `isTheirs`. */
function ownRows(
  tx: Transaction,
  viewer: Viewer,
  { from, to, facility: hall, kind, show, search, department: ofDepartment }: OwnFilter,
  limit: number,
) {
  const part = search.trim() && containing(search.trim());
  return tx
    .select({ row: booking, place: facility, department: department.name })
    .from(booking)
    .innerJoin(facility, eq(facility.id, booking.facilityId))
    .leftJoin(department, eq(department.id, booking.departmentId))
    .where(
      and(
        eq(booking.club, viewer.club),
        may({ role: viewer.role }, 'bookings.update', 'club') ? undefined : eq(booking.createdBy, viewer.userId),
        isBetween(from, to),
        hall ? eq(booking.facilityId, hall) : undefined,
        kind ? eq(booking.kind, kind) : undefined,
        ofDepartment ? eq(booking.departmentId, ofDepartment) : undefined,
        show === 'all' ? undefined : inArray(booking.state, [...statesShown[show]]),
        part ? or(ilike(booking.title, part), ilike(booking.holder, part), ilike(booking.contactPerson, part)) : undefined,
      ),
    )
    .orderBy(asc(booking.startsAt), asc(booking.id))
    .limit(limit);
}
