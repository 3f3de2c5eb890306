import { bookingCheckContract } from '#shared/halls/bookingCheck.ts';
import { bookingRequestsContract } from '#shared/halls/bookingRequests.ts';
import { bookingsContract } from '#shared/halls/bookings.ts';
import { bookingSeriesContract } from '#shared/halls/bookingSeries.ts';
import { ownBookingsContract } from '#shared/halls/ownBookings.ts';
import { addDays, weekdayOf } from '#shared/kernel/calendar.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { sqlState, type Write } from '#server/platform/database/database.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { cancelBooking, changeBooking, withdrawBooking } from './change.ts';
import { checkHours } from './check.ts';
import { createBooking } from './create.ts';
import { answerOffer, decideBooking, type OfferFollower } from './decide.ts';
import { decideMany } from './decideMany.ts';
import { findFree } from '../plan/freeTimes.ts';
import type { BookingRow } from './occupancy.ts';
import { refuseLongRange } from './place.ts';
import { cancelMany, restoreMany } from '../plan/manyCancelled.ts';
import { reclaimMany, releaseMany } from '../plan/manyHours.ts';
import { ownFile, readMine } from '../plan/own.ts';
import { readPlan } from '../plan/plan.ts';
import { listRequests, readRequest } from '../plan/requests.ts';
import { reclaimBooking, releaseBooking, takeOverBooking } from './release.ts';
import { isTheirs } from './rights.ts';
import { checkSeries, createSeries } from './series.ts';
import { addSeriesDate, readSeries } from './seriesDates.ts';
import { markUse, readUnused } from '../plan/usage.ts';

const os = implementing(bookingsContract);

/** Bookings of halls and grounds. The database decides whether a time is free; every path goes through `claim`. */
export const bookingsApi = (follow: OfferFollower) =>
  os.router({
    plan: os.plan.handler(({ context, input }) => {
      refuseLongRange(input.from, input.to, 62);
      return context.read((tx) => readPlan(context, tx, input));
    }),
    mine: os.mine.handler(({ context, input }) => {
      refuseLongRange(input.from, input.to, 800);
      return context.read((tx) => readMine(context, tx, input));
    }),
    free: os.free.handler(({ context, input: { from, to, weekday, facility, ...wish } }) => {
      refuseLongRange(from, to, 92);
      const dates: string[] = [];
      for (let date = from; date <= to; date = addDays(date, 1)) if (!weekday || weekdayOf(date) === weekday) dates.push(date);
      return findFree(context.database, signedIn(context), { ...wish, dates, facilityId: facility }, 60);
    }),
    create: os.create.handler(({ context, input }) => writing(context, (write) => createBooking(context, write, input))),
    checkSeries: os.checkSeries.handler(({ context, input }) => context.read((tx) => checkSeries(context, tx, input))),
    createSeries: os.createSeries.handler(({ context, input }) => writing(context, (write) => createSeries(context, write, input))),
    change: os.change.handler(({ context, input }) => writing(context, (write) => changeBooking(context, write, input, follow))),
    cancel: os.cancel.handler(({ context, input }) =>
      writing(context, async (write) => ({ changed: await cancelBooking(context, write, input) })),
    ),
    release: os.release.handler(({ context, input }) => writing(context, (write) => releaseBooking(context, write, input.id))),
    reclaim: os.reclaim.handler(({ context, input }) => writing(context, (write) => reclaimBooking(context, write, input.id))),
    takeOver: os.takeOver.handler(({ context, input }) => writing(context, (write) => takeOverBooking(context, write, input))),
    withdraw: os.withdraw.handler(({ context, input }) =>
      writing(context, async (write) => ({ changed: await withdrawBooking(context, write, input) })),
    ),
    answer: os.answer.handler(({ context, input }) =>
      writing(context, async (write) => ({ changed: await answerOffer(context, write, input, follow) })),
    ),
    decide: os.decide.handler(({ context, input }) => writing(context, (write) => decideBooking(context, write, input, follow))),
  });

const checkOs = implementing(bookingCheckContract);

/** Validates the form while the user types. */
export const bookingCheckApi = checkOs.router({
  check: checkOs.check.handler(({ context, input }) => context.read((tx) => checkHours(context, tx, input))),
});

const requestsOs = implementing(bookingRequestsContract);

/** Requests: the pending ones, a single one, and deciding many at once. */
export const bookingRequestsApi = (follow: OfferFollower) =>
  requestsOs.router({
    list: requestsOs.list.handler(({ context, input }) => context.read((tx) => listRequests(context, tx, input))),
    read: requestsOs.read.handler(({ context, input }) => context.read((tx) => readRequest(context, tx, input.id))),
    decide: requestsOs.decide.handler(({ context, input }) => writing(context, (write) => decideMany(context, write, input, follow))),
  });

const ownOs = implementing(ownBookingsContract);

/** The bookings that a viewer may release: those that they may cancel. */
function theirHours(context: Context, ids: readonly string[]) {
  const viewer = signedIn(context);
  return { ids, isTheirs: (row: BookingRow) => isTheirs(viewer, row, 'bookings.cancel') };
}

/** The viewer's own bookings: as a file, and actions on many hours. */
export const ownBookingsApi = ownOs.router({
  export: ownOs.export.handler(({ context, input }) => {
    refuseLongRange(input.from, input.to, 800);
    return context.write((write) => {
      write.audit('bookings.update', { club: signedIn(context).club, entity: 'facilities' }, 'Eigene Buchungen als Datei abgerufen');
      return ownFile(context, write.tx, input);
    });
  }),
  release: ownOs.release.handler(({ context, input: { ids } }) =>
    writing(context, async (write) => ({ changed: await releaseMany(context.settings, write, theirHours(context, ids)) })),
  ),
  reclaim: ownOs.reclaim.handler(({ context, input: { ids } }) =>
    writing(context, async (write) => ({ changed: await reclaimMany(write, theirHours(context, ids)) })),
  ),
  cancel: ownOs.cancel.handler(({ context, input: { ids, reason } }) =>
    writing(context, async (write) => ({ changed: await cancelMany(context, write, { ...theirHours(context, ids), reason }) })),
  ),
  restore: ownOs.restore.handler(({ context, input: { ids } }) =>
    writing(context, (write) => restoreMany(context, write, theirHours(context, ids))),
  ),
});

const seriesOs = implementing(bookingSeriesContract);

/** Weekly bookings after their creation. */
export const bookingSeriesApi = seriesOs.router({
  read: seriesOs.read.handler(({ context, input }) => context.read((tx) => readSeries(context, tx, input.id))),
  addDate: seriesOs.addDate.handler(({ context, input }) => writing(context, (write) => addSeriesDate(context, write, input))),
  markUse: seriesOs.markUse.handler(({ context, input }) => writing(context, (write) => markUse(context, write, input))),
  unused: seriesOs.unused.handler(({ context }) => context.read((tx) => readUnused(context, tx))),
});

const rivalStates = ['40P01', '40001', '55P03'];

/** Retries a write once after a conflict with a concurrent one; a second conflict is a 409 for the client. */
async function writing<T>(context: Context, work: (write: Write) => Promise<T>): Promise<T> {
  try {
    return await context.write(work);
  } catch (error) {
    if (!rivalStates.includes(sqlState(error) ?? '')) throw error;
    return context.write(work);
  }
}
