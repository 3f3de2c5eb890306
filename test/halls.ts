import { randomUUID } from 'node:crypto';
import type { RequestedDate } from '../src/shared/halls/bookingRequests.ts';
import type { ClubName } from '../src/shared/kernel/clubs.ts';
import type { Client, TestServer } from './harness.ts';

export type Hall = { id: string; unitIds: string[]; slug: string };

/** Inserts a hall with three units, open every day from 08:00 to 22:00. */
export async function makeHall(
  server: TestServer,
  club: ClubName,
  { units = 3, ...columns }: { units?: number } & { [column: string]: unknown } = {},
): Promise<Hall> {
  const id = randomUUID();
  const slug = `halle-${id.slice(0, 8)}`;
  const values: { [column: string]: unknown } = {
    id,
    slug,
    name: `Halle ${slug}`,
    kind: 'hall',
    owner_kind: club === 'GSV' ? 'municipality' : 'club',
    owner_club: club === 'GSV' ? null : club,
    manager_club: club,
    needs_approval: club === 'GSV',
    closed_in_school_holidays: false,
    closed_on_public_holidays: false,
    ...columns,
  };
  const names = Object.keys(values);
  await server.sql(
    `insert into facility (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(values),
  );
  const parts = await server.sql<{ id: string }>(
    "insert into facility_unit (facility_id, label, sort) select $1, 'Teil ' || n, n from generate_series(1, $2::int) n returning id",
    [id, units],
  );
  await server.sql(
    "insert into facility_opening (facility_id, weekday, opens, closes) select $1, n, '08:00', '22:00' from generate_series(1, 7) n",
    [id],
  );
  return { id, slug, unitIds: parts.map((part) => part.id) };
}

/** The number of overlapping pairs of occupancies of one unit; must always be 0. */
export async function overlaps(server: TestServer): Promise<number> {
  const [row] = await server.sql<{ count: number }>(
    `select count(*)::int as count from occupancy a join occupancy b
       on a.unit_id = b.unit_id and a.id < b.id and a.during && b.during and a.blocking and b.blocking`,
  );
  return row?.count ?? -1;
}

/** The requested dates of a hall, as returned to its managers. */
export async function requestedAt(who: Client, facilityId: string): Promise<RequestedDate[]> {
  return (await who.get<{ rows: RequestedDate[] }>(`/api/bookings/requests?facility=${facilityId}`)).body.rows;
}
