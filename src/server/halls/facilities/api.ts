import { eq, inArray } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { facilitiesContract, facilityTarget, type FacilityInput } from '#shared/halls/facilities.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { requireOwnFiles } from '#server/club/clubs/service.ts';
import { futureBookings, bookingsOutsideOpenings } from '../bookings/service.ts';
import { allow, signedIn, type Context } from '#server/platform/http/context.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { readFacility, readUnits, type FacilityRow } from './service.ts';
import { facility, facilityOpening, facilityUnit } from './table.ts';
import { listFacilities, lockFacility, viewFacility } from './view.ts';

const os = implementing(facilitiesContract);

/** Sports facilities with their units and opening hours (/admin/facilities). */
export const facilitiesApi = os.router({
  list: os.list.handler(({ context, input }) => context.read((tx) => listFacilities(tx, context, input))),

  read: os.read.handler(({ context, input }) => context.read(async (tx) => viewFacility(tx, context, await readFacility(tx, input.id)))),

  create: os.create.handler(({ context, input: { units, openings, ...values } }) =>
    context.write(async (write) => {
      allowFor(context, 'facilities.create', values);
      await refuseTakenSlug(write.tx, values.slug);
      requireOwnFiles(values.managerClub, { image: values.image, rulesFile: values.rulesFile });
      const [row] = await write.tx.insert(facility).values(values).returning();
      if (!row) throw new Problem('conflict');
      await writeParts(write.tx, row.id, { units, openings });
      record(write, row, 'facilities.create', `Sportstätte angelegt: ${row.name}`, undefined, values);
      return viewFacility(write.tx, context, row);
    }),
  ),

  update: os.update.handler(({ context, input: { id, version, units, openings, ...values } }) =>
    context.write(async (write) => {
      const before = await changeable(context, write.tx, id, 'facilities.update');
      // Handing a facility over to another club is also a write on that club's facilities.
      if (values.managerClub !== before.managerClub) allowFor(context, 'facilities.update', values);
      if (before.version !== version) throw new Problem('conflict');
      requireOwnFiles(values.managerClub, { image: values.image, rulesFile: values.rulesFile }, before);
      if (values.slug !== before.slug) await refuseTakenSlug(write.tx, values.slug);
      const [row] = await write.tx
        .update(facility)
        .set({ ...values, version: version + 1 })
        .where(eq(facility.id, id))
        .returning();
      if (!row) throw new Problem('not-found');
      await writeParts(write.tx, id, { units, openings });
      record(write, row, 'facilities.update', `Sportstätte geändert: ${row.name}`, before, values);
      return { ...(await viewFacility(write.tx, context, row)), outside: await bookingsOutsideOpenings(write.tx, id) };
    }),
  ),

  delete: os.delete.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await changeable(context, write.tx, input.id, 'facilities.delete');
      const units = await readUnits(write.tx, [row.id]);
      if (
        (
          await futureBookings(
            write.tx,
            units.map(({ id }) => id),
          )
        ).size > 0
      )
        throw new Problem('has-bookings');
      await write.tx.delete(facility).where(eq(facility.id, row.id));
      record(write, row, 'facilities.delete', `Sportstätte gelöscht: ${row.name}`, row);
      return { ok: true } as const;
    }),
  ),
});

function allowFor(context: Context, permission: Permission, row: Pick<FacilityRow, 'managerClub' | 'ownerKind'>): void {
  allow(context, permission, facilityTarget(signedIn(context).club, row));
}

async function changeable(context: Context, tx: Transaction, id: string, permission: Permission): Promise<FacilityRow> {
  const row = await lockFacility(tx, id);
  if (!row) throw new Problem('not-found');
  allowFor(context, permission, row);
  return row;
}

async function refuseTakenSlug(tx: Transaction, slug: string): Promise<void> {
  const [taken] = await tx.select({ id: facility.id }).from(facility).where(eq(facility.slug, slug));
  if (taken) throw fieldProblem('slug', 'Diese Adresse gehört schon zu einer anderen Sportstätte.');
}

/** Updates units and opening hours to the input. A unit with future bookings is retired, never deleted. */
async function writeParts(
  tx: Transaction,
  facilityId: string,
  { units, openings }: Pick<FacilityInput, 'units' | 'openings'>,
): Promise<void> {
  const existing = await readUnits(tx, [facilityId]);
  const kept = new Set(units.flatMap((unit) => (unit.id ? [unit.id] : [])));
  if ([...kept].some((id) => !existing.some((unit) => unit.id === id))) throw new Problem('not-found');
  const gone = existing.filter((unit) => !kept.has(unit.id)).map(({ id }) => id);
  if ((await futureBookings(tx, gone)).size > 0) throw new Problem('has-bookings');
  if (gone.length > 0) await tx.delete(facilityUnit).where(inArray(facilityUnit.id, gone));
  for (const [sort, { id = randomUUID(), label, retiredOn }] of units.entries()) {
    const values = { facilityId, label, retiredOn, sort };
    await tx
      .insert(facilityUnit)
      .values({ id, ...values })
      .onConflictDoUpdate({ target: facilityUnit.id, set: values });
  }
  await tx.delete(facilityOpening).where(eq(facilityOpening.facilityId, facilityId));
  if (openings.length > 0) await tx.insert(facilityOpening).values(openings.map((opening) => ({ ...opening, facilityId })));
}

function record(write: Write, row: FacilityRow, action: Permission, content: string, before?: FacilityRow, after?: object): void {
  write.audit(action, { club: row.managerClub, id: row.id, entity: 'facilities' }, content, { before, after: after && { ...after } });
  write.changed({ collection: 'facilities', club: row.managerClub, entityId: row.id });
}
