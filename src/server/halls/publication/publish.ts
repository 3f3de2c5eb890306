import { and, asc, eq, isNull } from 'drizzle-orm';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { Services } from '#server/platform/http/context.ts';
import { everyClub, type Transaction } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';
import { planPageOf, writeToHolder } from '../bookings/emails.ts';
import { hourWords } from '../bookings/hours.ts';
import { allotSeries, endSeriesBefore, lockFacilities, type BookingRow } from '../bookings/service.ts';
import { readFacility } from '../facilities/service.ts';
import { noteSeason } from '../seasons/managing.ts';
import { readBoard } from '../seasons/board.ts';
import { allottedOf, replacedSeries } from './dryRun.ts';
import { readGrants, sentPlan } from '../seasons/planRows.ts';
import { notifyOfResults } from '../seasons/results.ts';
import { season, seasonFacility } from '../seasons/table.ts';
import type { SeasonRow } from '../seasons/view.ts';

const by = { name: 'Hallenvergabe' };

/**
 * Creates the series of seasons that are being published: hall by hall, each in its own transaction. Finished halls stay; after a crash the
 * next run continues with the remaining ones.
 */
export async function publishSeasons({ database, settings }: Pick<Services, 'database' | 'settings'>): Promise<void> {
  const waiting = await database.read(everyClub, (tx) =>
    tx
      .select()
      .from(season)
      .where(and(eq(season.phase, 'publishing'), eq(season.isHeld, false)))
      .orderBy(asc(season.id)),
  );
  for (const row of waiting) {
    while (await publishNextHall({ database, settings }, row));
    await finish({ database, settings }, row);
  }
}

/** Publishes the next hall; false if none is left, or if the publication is paused. */
async function publishNextHall({ database, settings }: Pick<Services, 'database' | 'settings'>, row: SeasonRow): Promise<boolean> {
  return database.write(everyClub, async (write) => {
    const { tx } = write;
    // Pausing the publication waits for the hall in progress.
    const [going] = await tx.select({ isHeld: season.isHeld }).from(season).where(eq(season.id, row.id)).for('share');
    if (!going || going.isHeld) return false;
    const [hall] = await tx
      .select()
      .from(seasonFacility)
      .where(and(eq(seasonFacility.seasonId, row.id), isNull(seasonFacility.publishedAt)))
      .orderBy(asc(seasonFacility.facilityId))
      .limit(1)
      .for('update');
    if (!hall) return false;
    const { facilityId } = hall;
    const plan = await sentPlan(tx, row.id);
    const grants = plan ? (await readGrants(tx, plan.id)).filter((one) => one.facilityId === facilityId) : [];
    const elsewhere = grants.flatMap(({ choices }) => choices.flatMap((one) => (one.action === 'other' ? one.place.facilityId : [])));
    await lockFacilities(tx, [facilityId, ...elsewhere]);
    const board = await readBoard(tx, row);
    const ending = await replacedSeries(tx, row, facilityId);
    await endSeriesBefore(
      write,
      by,
      ending.map(({ id }) => id),
      row.startsOn,
      `Saison ${row.name}`,
    );
    for (const hour of grants.flatMap((one) => allottedOf(row, board, one) ?? []))
      for (const gone of await allotSeries(write, by, hour, `Saison ${row.name}`)) await notifyDisplaced(tx, settings, row, gone);
    await tx
      .update(seasonFacility)
      .set({ publishedAt: now() })
      .where(and(eq(seasonFacility.seasonId, row.id), eq(seasonFacility.facilityId, facilityId)));
    noteSeason(write, row, `Saison ${row.name} veröffentlicht: ${board.hallNames.get(facilityId) ?? ''}, ${grants.length} Serien`, by);
    return true;
  });
}

/** Notifies the holders of displaced single bookings. */
async function notifyDisplaced(tx: Transaction, settings: Services['settings'], { name }: SeasonRow, row: BookingRow): Promise<void> {
  const words = hourWords(row, await readFacility(tx, row.facilityId));
  await writeToHolder(tx, settings, row, {
    subject: `Verdrängt: ${words}`,
    body: `„${row.title}“\n${words}\n\nDie Zeit ist in der Hallenvergabe ${name} einer Gruppe mit Vorrang gegeben worden.\n`,
    page: planPageOf(row),
    onceKey: `displaced:${row.id}:${row.version}`,
    about: { kind: 'decision', id: row.id },
  });
}

async function finish({ database, settings }: Pick<Services, 'database' | 'settings'>, row: SeasonRow): Promise<void> {
  await database.write(everyClub, async (write) => {
    const [done] = await write.tx
      .update(season)
      .set({ phase: 'published', version: row.version + 1 })
      .where(and(eq(season.id, row.id), eq(season.phase, 'publishing'), eq(season.isHeld, false)))
      .returning();
    const plan = done && (await sentPlan(write.tx, row.id));
    if (!done || !plan) return;
    await notifyOfResults(write.tx, settings, done, plan.id, {
      key: 'published',
      subject: `Hallenvergabe ${done.name}: Der Plan gilt`,
      given: `Die Zeiten gelten vom ${germanDate(done.startsOn)} bis zum ${germanDate(done.endsOn)} und stehen in der Belegung.`,
      ending: done.instruction,
    });
    noteSeason(write, done, `Saison ${done.name} veröffentlicht`, by);
  });
}
