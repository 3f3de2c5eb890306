import { and, asc, eq, ilike, inArray, sql } from 'drizzle-orm';
import { openDefects } from '#shared/halls/defects.ts';
import { may } from '#shared/kernel/rights.ts';
import { facilityTarget, type Facility } from '#shared/halls/facilities.ts';
import type { Context } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { readOpenings, readUnits, type FacilityRow, type Opening, type Unit } from './service.ts';
import { defect, facility } from './table.ts';
import { containing } from '#server/platform/database/columns.ts';

type Caller = Pick<Context, 'viewer' | 'hostClub'>;

/** The facilities that match a search, by name, at most 500, each as far as the viewer may see it. */
export async function listFacilities(
  tx: Transaction,
  caller: Caller,
  filter: { search?: string | undefined; manager?: string | undefined },
) {
  const pattern = filter.search && containing(filter.search);
  const rows = await tx
    .select()
    .from(facility)
    .where(
      and(
        pattern ? ilike(facility.name, pattern) : undefined,
        filter.manager ? sql`${facility.managerClub} = ${filter.manager}` : undefined,
      ),
    )
    .orderBy(asc(sql`lower(${facility.name})`), asc(facility.id))
    .limit(500);
  return toFacilities(tx, caller, rows);
}

/** Rows with their units, opening hours and open defects, as far as the viewer may see them. */
async function toFacilities(tx: Transaction, caller: Caller, rows: readonly FacilityRow[]): Promise<Facility[]> {
  const ids = rows.map(({ id }) => id);
  const [units, openings, defects] = [await readUnits(tx, ids), await readOpenings(tx, ids), await countDefects(tx, ids)];
  return rows.map((row) =>
    toFacility(
      caller,
      row,
      units.filter((unit) => unit.facilityId === row.id),
      openings.filter((opening) => opening.facilityId === row.id),
      defects.get(row.id) ?? 0,
    ),
  );
}

function toFacility({ viewer, hostClub }: Caller, row: FacilityRow, units: Unit[], openings: Opening[], openDefects: number): Facility {
  const { caretakerName, caretakerPhone, keyNote, ...shown } = row;
  const target = facilityTarget(viewer?.club ?? hostClub, row);
  const isFull = may({ role: viewer?.role }, 'facilities.read', target) === 'all';
  return {
    ...shown,
    units: units.map(({ id, label, retiredOn }) => ({ id, label, retiredOn })),
    openings: openings.map(({ weekday, opens, closes, validFrom, validTo }) => ({ weekday, opens, closes, validFrom, validTo })),
    staff: isFull ? { caretakerName, caretakerPhone, keyNote } : null,
    openDefects: isFull ? openDefects : 0,
  };
}

async function countDefects(tx: Transaction, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: defect.facilityId, count: sql<number>`count(*)::int` })
    .from(defect)
    .where(and(inArray(defect.facilityId, ids), inArray(defect.state, openDefects)))
    .groupBy(defect.facilityId);
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** One facility as far as the viewer may see it. */
export async function viewFacility(tx: Transaction, caller: Caller, row: FacilityRow): Promise<Facility> {
  const [shown] = await toFacilities(tx, caller, [row]);
  if (!shown) throw new Error('A facility has no view.');
  return shown;
}

/** One facility, locked until the transaction ends. */
export async function lockFacility(tx: Transaction, id: string): Promise<FacilityRow | undefined> {
  const [row] = await tx.select().from(facility).where(eq(facility.id, id)).for('update');
  return row;
}
