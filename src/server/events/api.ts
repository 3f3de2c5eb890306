import { and, asc, desc, eq, gt, gte, inArray, lt, ne, or } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addDays, germanDate, instantOf, localOf, instantInWords } from '#shared/kernel/calendar.ts';
import { asksForPast, eventsContract, eventStateNames, nextEventStates, pastBegin, type EventView } from '#shared/events/events.ts';
import { facilityTarget } from '#shared/halls/facilities.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { deleteToBin } from '#server/club/bin/service.ts';
import { requireOwnFiles } from '#server/club/clubs/service.ts';
import { readFacility } from '#server/halls/facilities/service.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { everyClub, sqlState, type Write, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { importedEvents } from './import.ts';
import { eventsFile, fileRowsAtMost } from './listFile.ts';
import type { EventSeats, EventRegistrations, EventRow } from './registrations.ts';
import { visibleEvents } from './service.ts';
import { event } from './table.ts';

const os = implementing(eventsContract);

/** The endpoints of events: everyone reads published ones, planners write those of their club. */
export const eventsApi = (registrations: EventRegistrations) =>
  os.router({ ...reading(registrations), ...writing(registrations), ...importing });

/** The read endpoints. */
const reading = (registrations: EventRegistrations) => ({
  list: os.list.handler(async ({ context, input }) => {
    const rows = await context.read(async (tx) => {
      if (input.to < input.from || input.to > addDays(input.from, 800))
        throw new Problem('invalid-argument', { fields: [{ path: 'to', message: 'Höchstens 800 Tage auf einmal.' }] });
      return tx
        .select()
        .from(event)
        .where(
          and(
            lt(event.startsAt, instantOf(addDays(input.to, 1), '00:00')),
            gt(event.endsAt, instantOf(input.from, '00:00')),
            input.kind && eq(event.kind, input.kind),
            input.club && eq(event.club, input.club),
            visibleEvents(context),
          ),
        )
        .orderBy(asc(event.startsAt), asc(event.id))
        .limit(1000);
    });
    return viewsOf(registrations, context, rows);
  }),
  export: os.export.handler(({ context, input: { show, format, club: asked } }) => {
    const club = clubAsked(context, 'events.update', asked);
    const since = instantOf(addDays(today(), -400), '00:00');
    const shown = {
      coming: and(ne(event.state, 'archived'), gte(event.endsAt, now())),
      draft: eq(event.state, 'draft'),
      past: and(or(eq(event.state, 'archived'), lt(event.endsAt, now())), gt(event.endsAt, since)),
    };
    const order = show === 'past' ? desc : asc;
    return context.read(async (tx) => {
      const of = and(eq(event.club, club), shown[show]);
      const found = tx.select().from(event).where(of).orderBy(order(event.startsAt), order(event.id));
      return eventsFile(await found.limit(fileRowsAtMost + 1), format);
    });
  }),
  read: os.read.handler(async ({ context, input }) => {
    const rows = await context.read((tx) =>
      tx
        .select()
        .from(event)
        .where(and(eq(event.id, input.id), visibleEvents(context))),
    );
    const [view] = await viewsOf(registrations, context, rows);
    if (!view) throw new Problem('not-found');
    const { club, phase, priceCents } = view;
    const waysToPay = (tx: Transaction) => registrations.waysToPay(tx, club, [priceCents]);
    return { ...view, waysToPay: phase ? await context.database.read({ club }, waysToPay) : '' };
  }),
});

/** Endpoints to create, change and cancel an event. */
const writing = (registrations: EventRegistrations) => ({
  create: os.create.handler(({ context, input }) =>
    context.write(async (write) => {
      const { club, userId } = signedIn(context);
      allow(context, 'events.create', 'club');
      requireMeant(input);
      await requireOwn(write.tx, club, input);
      const [row] = await write.tx
        .insert(event)
        .values({ ...valuesOf(input), id: randomUUID(), club, createdBy: userId })
        .returning();
      if (!row) throw new Problem('conflict');
      record(write, row, 'events.create', `Termin angelegt: ${row.title}`);
      return toView(registrations, row, { occupied: 0, waiting: 0 });
    }),
  ),
  update: os.update.handler(({ context, input: { id, version, ...values } }) =>
    lockedEvent(registrations, context, id, version, async (seats) => {
      const { event: before } = seats;
      if (values.placesMax !== null && values.placesMax < seats.occupied && values.placesMax !== before.placesMax)
        throw fieldProblem('placesMax', `${seats.occupied} Plätze sind schon vergeben.`);
      requireMeant(values, before);
      await requireOwn(seats.write.tx, before.club, values, before);
      await change(seats, valuesOf(values), `Termin geändert: ${values.title}`);
      await notifyMove(registrations, seats, before);
    }),
  ),
  setState: os.setState.handler(({ context, input: { id, state, version } }) =>
    lockedEvent(registrations, context, id, version, async (seats) => {
      const { event: before } = seats;
      if (!nextEventStates[before.state].includes(state))
        throw fieldProblem('state', `„${eventStateNames[before.state]}“ wird nicht zu „${eventStateNames[state]}“.`);
      await change(seats, { state }, `Termin ${eventStateNames[state].toLowerCase()}: ${before.title}`);
      if (state === 'cancelled') await registrations.annulEnrolments(seats);
    }),
  ),
  delete: os.delete.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await changeable(context, write.tx, input.id, 'events.delete');
      await deleteToBin(write.tx, context, { id: row.id, club: row.club, kind: 'events', name: row.title, permission: 'events.delete' }, [
        { table: event, where: eq(event.id, row.id) },
      ])
        // Enrolments reference the event as history; such an event is cancelled instead of deleted.
        .catch((error: unknown) => {
          throw sqlState(error) === '23503' ? new Problem('has-participants', { cause: error }) : error;
        });
      record(write, row, 'events.delete', `Termin gelöscht: ${row.title}`, row);
      return { ok: true } as const;
    }),
  ),
});

/** The import of events from a file. */
const importing = {
  import: os.import.handler(({ context, input }) =>
    context.write(async (write) => {
      const { club, userId } = signedIn(context);
      allow(context, 'events.create', 'club');
      const found = await importedEvents(input.format, input.text);
      const keys = found.flatMap(({ event: one }) => one?.importKey ?? []);
      const known =
        keys.length > 0
          ? await write.tx
              .select({ key: event.importKey })
              .from(event)
              .where(and(eq(event.club, club), inArray(event.importKey, keys)))
          : [];
      const seen = new Set(known.map(({ key }) => key));
      const fresh: (typeof event.$inferInsert)[] = [];
      const rows = found.map(({ line, title, event: one, message }) => {
        const startsAt = one?.startsAt.toISOString() ?? null;
        if (!one) return { line, title, startsAt, result: 'refused' as const, message };
        if (seen.has(one.importKey)) return { line, title, startsAt, result: 'known' as const, message: 'Steht schon im Kalender.' };
        seen.add(one.importKey);
        fresh.push({ ...one, id: randomUUID(), club, createdBy: userId, state: 'draft' });
        return { line, title, startsAt, result: 'new' as const, message: '' };
      });
      if (input.isDryRun || fresh.length === 0) return { rows, created: 0 };
      await write.tx.insert(event).values(fresh);
      write.audit('events.create', { club }, `Termine übernommen: ${fresh.length}`);
      write.changed({ collection: 'events', club });
      return { rows, created: fresh.length };
    }),
  ),
};

type Named = Pick<EventRow, 'image' | 'facilityId'>;

/** Rejects a picture or hall that does not belong to the club, unless the record had it before. */
async function requireOwn(tx: Transaction, club: ClubName, { image, facilityId }: Named, before?: Named): Promise<void> {
  requireOwnFiles(club, { image }, before);
  if (facilityId === null || facilityId === before?.facilityId) return;
  const facility = await readFacility(tx, facilityId).catch(() => undefined);
  if (!facility || facilityTarget(club, facility) === 'other')
    throw fieldProblem('facilityId', 'Diese Sportstätte gibt es für den Verein nicht.');
}

async function changeable(context: Context, tx: Transaction, id: string, permission: Permission): Promise<EventRow> {
  const [row] = await tx.select().from(event).where(eq(event.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, permission, targetOf(context, row.club));
  return row;
}

/** Changes one version of an event with its seats locked: freed seats are offered, participants of a cancelled event are notified. */
function lockedEvent(
  registrations: EventRegistrations,
  context: Context,
  id: string,
  version: number,
  work: (seats: EventSeats) => Promise<void>,
): Promise<EventView> {
  const viewer = signedIn(context);
  return registrations.inLine(id, () =>
    context.write((write) =>
      registrations.withSeats(
        { write, settings: context.settings, actor: { userId: viewer.userId, name: viewer.name } },
        id,
        (row) => {
          allow(context, 'events.update', targetOf(context, row.club));
          if (row.version !== version) throw new Problem('conflict');
        },
        async (seats) => {
          await work(seats);
          return toView(registrations, seats.event, seats);
        },
      ),
    ),
  );
}

/** Notifies participants of a new time or location. */
async function notifyMove(registrations: EventRegistrations, seats: EventSeats, before: EventRow): Promise<void> {
  const { event: row } = seats;
  const isMoved = row.startsAt.getTime() !== before.startsAt.getTime() || row.place !== before.place;
  if (!isMoved || row.state !== 'published') return;
  const when = row.isAllDay ? germanDate(localOf(row.startsAt).date) : instantInWords(row.startsAt);
  await registrations.notifyParticipants(seats, {
    key: `moved:${row.version}`,
    subject: `Geändert: ${row.title}`,
    text: `„${row.title}“ hat sich geändert. Jetzt gilt: ${when}${row.place && `, ${row.place}`}. Den Platz absagen können Sie über den Link unten.`,
  });
}

async function change(seats: EventSeats, values: Partial<EventRow>, words: string): Promise<void> {
  const { write, event: before } = seats;
  const [row] = await write.tx
    .update(event)
    .set({ ...values, version: before.version + 1 })
    .where(eq(event.id, before.id))
    .returning();
  if (!row) throw new Problem('not-found');
  record(write, row, 'events.update', words, before);
  seats.event = row;
}

/** Rejects a new start before today unless the user confirmed it. */
function requireMeant({ startsAt, isInPast }: { startsAt: string; isInPast: boolean }, before?: EventRow): void {
  const dayOf = (at: Date) => localOf(at).date;
  if (!isInPast && asksForPast(dayOf(new Date(startsAt)), before && dayOf(before.startsAt), today()))
    throw fieldProblem('isInPast', pastBegin);
}

type Times = Pick<EventView, 'startsAt' | 'endsAt' | 'opensAt' | 'closesAt' | 'cancelUntil'>;

function valuesOf<T extends Times & { isInPast?: boolean }>({
  startsAt,
  endsAt,
  opensAt,
  closesAt,
  cancelUntil,
  isInPast: _isInPast,
  ...values
}: T) {
  const at = (text: string | null) => (text === null ? null : new Date(text));
  return {
    ...values,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    opensAt: at(opensAt),
    closesAt: at(closesAt),
    cancelUntil: at(cancelUntil),
  };
}

/** Events with their enrolment phase; the counts are read beyond the viewer's scope. */
async function viewsOf(registrations: EventRegistrations, context: Context, rows: readonly EventRow[]): Promise<EventView[]> {
  const ids = rows.filter(({ registration }) => registration !== 'none').map(({ id }) => id);
  const counts = ids.length > 0 ? await context.database.read(everyClub, (tx) => registrations.counts(tx, ids)) : new Map<string, never>();
  const views: EventView[] = [];
  for (const row of rows) {
    const isTaking = row.registration !== 'none' && (await context.isOn(row.club, 'participations'));
    views.push(toView(registrations, row, isTaking ? (counts.get(row.id) ?? { occupied: 0, waiting: 0 }) : null));
  }
  return views;
}

function toView({ memberPhase }: EventRegistrations, row: EventRow, counts: { occupied: number; waiting: number } | null): EventView {
  const { createdBy: _createdBy, importKey: _importKey, ...shown } = row;
  const free = counts && row.placesMax !== null ? Math.max(0, row.placesMax - counts.occupied) : null;
  return {
    ...shown,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    opensAt: row.opensAt?.toISOString() ?? null,
    closesAt: row.closesAt?.toISOString() ?? null,
    cancelUntil: row.cancelUntil?.toISOString() ?? null,
    // The phase for members, who are also admitted where the public is not.
    phase: counts && row.registration !== 'none' ? memberPhase(row, { free, waiting: counts.waiting }) : null,
  };
}

function record(write: Write, row: EventRow, action: Permission, content: string, before?: EventRow): void {
  write.audit(action, { club: row.club, id: row.id, entity: 'events' }, content, { before, after: { ...row } });
  write.changed({ collection: 'events', club: row.club, entityId: row.id });
}
