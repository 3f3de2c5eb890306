import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { priorityOf } from '#shared/halls/bookingStates.ts';
import { claim } from '#server/halls/bookings/service.ts';
import { booking } from '#server/halls/bookings/table.ts';
import { followHalls, comingDates, type HallDate } from '#server/courses/planning/halls.ts';
import { course, courseSession, courseSlot } from '#server/courses/offers/table.ts';
import { hallRate } from '#server/office/statistics/table.ts';
import { facility, facilityUnit } from '#server/halls/facilities/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { enterScope, type Write, type Transaction } from '#server/platform/database/database.ts';

/** Books halls for some courses of RWA; one hall is taken, for the editor to show. */
export async function fillCourseHalls(settings: Settings, write: Write): Promise<void> {
  const { tx } = write;
  await enterScope(tx, 'RWA');
  const halls = await tx
    .select({ id: facility.id, name: facility.name, unitId: facilityUnit.id })
    .from(facility)
    .innerJoin(facilityUnit, eq(facilityUnit.facilityId, facility.id))
    .where(and(eq(facility.managerClub, 'RWA'), inArray(facility.name, ['Spiegelsaal', 'Gymnastikhalle Süd'])))
    .orderBy(asc(facility.name));
  const rows = await tx
    .select()
    .from(course)
    .where(and(eq(course.club, 'RWA'), eq(course.status, 'published'), isNotNull(course.endsOn)))
    .orderBy(asc(course.number))
    .limit(6);
  for (const [at, row] of rows.entries()) {
    const hall = halls[at % halls.length];
    if (!hall) return;
    const place = { facilityId: hall.id, unitIds: [hall.unitId], place: hall.name };
    await tx.update(courseSlot).set(place).where(eq(courseSlot.courseId, row.id));
    await tx.update(courseSession).set(place).where(eq(courseSession.courseId, row.id));
    if (at === 0) await takeOne(tx, hall, (await comingDates(tx, row.id))[2]);
    // No audit entries, because no user made these bookings.
    await followHalls(
      { ...write, audit: () => undefined },
      { settings, role: 'admin', userId: null, actor: { name: 'System' } },
      row,
      await comingDates(tx, row.id),
    );
  }
  // A hall rate, so that the statistics have a contribution margin.
  await tx.insert(hallRate).values({ id: randomUUID(), club: 'RWA', cents: 1200, validFrom: `${today().slice(0, 4)}-01-01` });
  await enterScope(tx, '*');
}

/** Books one hour for somebody else, so that the course's editor shows a conflict. */
async function takeOne(tx: Transaction, { id, unitId }: { id: string; unitId: string }, date: HallDate | undefined): Promise<void> {
  if (!date) return;
  const { localDate, startsAt, endsAt } = date;
  const [made] = await tx
    .insert(booking)
    .values({
      id: randomUUID(),
      club: 'RWA',
      facilityId: id,
      unitIds: [unitId],
      kind: 'maintenance',
      title: 'Prüfung der Sportgeräte',
      priority: priorityOf('maintenance', null),
      localDate,
      startsAt,
      endsAt,
      state: 'approved',
      createdAt: now(),
    })
    .returning();
  if (made) await claim(tx, [{ ...made, isBlocking: true }], 0);
}
