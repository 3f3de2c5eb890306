import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import { everyClub, type Write } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { inLine, withSeats } from '../enrolments/seats.ts';
import { course } from '../offers/table.ts';
import { offerSeats } from './give.ts';
import { notifyFamilies } from './mails.ts';
import { prepare } from './prepare.ts';
import { holidayOffer, holidayRound } from './table.ts';

type Needs = Pick<Services, 'database' | 'settings' | 'log'>;

const system = { name: 'Ferienprogramm' };

/**
 * Gives out the seats of drawn rounds whose day has come: offer by offer, each in a write of its own, so that it goes on where it was
 * interrupted and gives nobody a seat twice. Then the families are told, and the round is over. A job calls it each minute.
 */
export async function sendSeats({ database, settings, log }: Needs): Promise<void> {
  const due = await database.read(everyClub, (tx) =>
    tx
      .select({ roundId: holidayOffer.roundId, courseId: holidayOffer.courseId })
      .from(holidayOffer)
      .innerJoin(holidayRound, eq(holidayRound.id, holidayOffer.roundId))
      .where(and(eq(holidayRound.state, 'drawn'), lte(holidayRound.sendsOn, today()), isNull(holidayOffer.sentAt)))
      .orderBy(asc(holidayOffer.roundId), asc(holidayOffer.courseId)),
  );
  for (const { roundId, courseId } of due)
    try {
      await inLine(courseId, () => database.write(everyClub, (write) => sendOffer({ write, settings }, roundId, courseId), system));
    } catch (error) {
      // One that cannot be given out now must not keep the others waiting; it comes again.
      log.warn({ err: error, roundId, courseId }, 'seats of a holiday offer did not go out');
    }
  await notifyFamilies({ database, settings });
  await endRounds({ database });
}

async function endRounds({ database }: Pick<Needs, 'database'>): Promise<void> {
  await database.write(everyClub, async (write) => {
    const unsent = write.tx
      .select({ id: holidayOffer.roundId })
      .from(holidayOffer)
      .innerJoin(holidayRound, eq(holidayRound.id, holidayOffer.roundId))
      .where(isNull(holidayOffer.sentAt));
    const rows = await write.tx
      .select()
      .from(holidayRound)
      .where(and(eq(holidayRound.state, 'drawn'), lte(holidayRound.sendsOn, today())))
      .for('update');
    const open = new Set((await unsent).map(({ id }) => id));
    for (const { id, club, name, version } of rows.filter((one) => !open.has(one.id))) {
      await write.tx
        .update(holidayRound)
        .set({ state: 'sent', sentAt: now(), version: version + 1 })
        .where(eq(holidayRound.id, id));
      write.audit('holidayRounds.manage', { club, id, entity: 'participations', by: system }, `Plätze vergeben: ${name}`);
      write.changed({ collection: 'courses', club, entityId: id });
      write.changed({ collection: 'participations', club, entityId: id });
    }
  });
}

async function sendOffer({ write, settings }: { write: Write; settings: Services['settings'] }, roundId: string, courseId: string) {
  const { tx } = write;
  // The round first, as where it is called off: neither is at work while the other is.
  const [round] = await tx.select().from(holidayRound).where(eq(holidayRound.id, roundId)).for('share');
  const [of] = await tx
    .select({ sentAt: holidayOffer.sentAt, club: course.club })
    .from(holidayOffer)
    .innerJoin(course, eq(course.id, holidayOffer.courseId))
    .where(and(eq(holidayOffer.roundId, roundId), eq(holidayOffer.courseId, courseId)))
    .for('update', { of: holidayOffer });
  // Another process was faster.
  if (round?.state !== 'drawn' || !of || of.sentAt) return;
  // People come to the club before the seats are locked, in the order in which every enrolment locks.
  const units = await prepare(write, { roundId, courseId, club: of.club });
  await withSeats(
    { write, settings, actor: system },
    courseId,
    () => undefined,
    (seats) => offerSeats(seats, units),
  );
  await tx.update(course).set({ roundId: null }).where(eq(course.id, courseId));
  await tx
    .update(holidayOffer)
    .set({ sentAt: now() })
    .where(and(eq(holidayOffer.roundId, roundId), eq(holidayOffer.courseId, courseId)));
  write.changed({ collection: 'courses', club: of.club, entityId: courseId });
}
