import { and, asc, eq, gt, inArray, lt, or, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { may } from '#shared/access.ts';
import { addDays, instantOf } from '#shared/calendar.ts';
import { eventsContract, eventStateNames, nextEventStates, type EventView } from '#shared/events.ts';
import type { Permission } from '#shared/permissions.ts';
import { allow, signedIn, targetOf, type Context } from '../platform/context.ts';
import type { Deed, Transaction } from '../platform/database.ts';
import { fieldProblem, Problem } from '../platform/problem.ts';
import { implementing } from '../platform/serving.ts';
import { importedEvents } from './import.ts';
import { event } from './table.ts';

const os = implementing(eventsContract);
type Row = typeof event.$inferSelect;

/** The states that everybody may see. */
const publicStates = ['published', 'held', 'cancelled'] as const;

/** Dates of the clubs: everybody reads what is published, those who plan write for their club. */
export const eventsApi = os.router({
  list: os.list.handler(({ context, input }) =>
    context.read(async (tx) => {
      if (input.to < input.from || input.to > addDays(input.from, 800))
        throw new Problem('invalid-argument', { fields: [{ path: 'to', message: 'Höchstens 800 Tage auf einmal.' }] });
      const rows = await tx
        .select()
        .from(event)
        .where(
          and(
            lt(event.startsAt, instantOf(addDays(input.to, 1), '00:00')),
            gt(event.endsAt, instantOf(input.from, '00:00')),
            input.kind && eq(event.kind, input.kind),
            input.club && eq(event.club, input.club),
            visibleTo(context),
          ),
        )
        .orderBy(asc(event.startsAt), asc(event.id))
        .limit(1000);
      return rows.map(toView);
    }),
  ),

  read: os.read.handler(({ context, input }) =>
    context.read(async (tx) => {
      const [row] = await tx
        .select()
        .from(event)
        .where(and(eq(event.id, input.id), visibleTo(context)));
      if (!row) throw new Problem('not-found');
      return toView(row);
    }),
  ),

  create: os.create.handler(({ context, input }) =>
    context.write(async (deed) => {
      const { club, userId } = signedIn(context);
      allow(context, 'events.create', 'club');
      const [row] = await deed.tx
        .insert(event)
        .values({ ...valuesOf(input), id: randomUUID(), club, createdBy: userId })
        .returning();
      if (!row) throw new Problem('conflict');
      record(context, deed, row, 'events.create', `Termin angelegt: ${row.title}`);
      return toView(row);
    }),
  ),

  update: os.update.handler(({ context, input: { id, version, ...values } }) =>
    context.write(async (deed) => {
      const before = await changeable(context, deed.tx, id, 'events.update');
      if (before.version !== version) throw new Problem('conflict');
      return toView(await change(context, deed, before, valuesOf(values), `Termin geändert: ${values.title}`));
    }),
  ),

  setState: os.setState.handler(({ context, input: { id, state, version } }) =>
    context.write(async (deed) => {
      const before = await changeable(context, deed.tx, id, 'events.update');
      if (before.version !== version) throw new Problem('conflict');
      if (!nextEventStates[before.state].includes(state))
        throw fieldProblem('state', `„${eventStateNames[before.state]}“ wird nicht zu „${eventStateNames[state]}“.`);
      return toView(await change(context, deed, before, { state }, `Termin ${eventStateNames[state].toLowerCase()}: ${before.title}`));
    }),
  ),

  delete: os.delete.handler(({ context, input }) =>
    context.write(async (deed) => {
      const row = await changeable(context, deed.tx, input.id, 'events.delete');
      await deed.tx.delete(event).where(eq(event.id, row.id));
      record(context, deed, row, 'events.delete', `Termin gelöscht: ${row.title}`, row);
      return { ok: true } as const;
    }),
  ),

  import: os.import.handler(({ context, input }) =>
    context.write(async (deed) => {
      const { club, userId, name } = signedIn(context);
      allow(context, 'events.create', 'club');
      const found = await importedEvents(input.format, input.text);
      const keys = found.flatMap(({ event: one }) => one?.importKey ?? []);
      const known =
        keys.length > 0
          ? await deed.tx
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
      await deed.tx.insert(event).values(fresh);
      deed.audit({
        name,
        actorId: userId,
        club,
        content: `Termine übernommen: ${fresh.length}`,
        action: 'events.create',
        entity: 'events',
      });
      deed.changed({ collection: 'events', club });
      return { rows, created: fresh.length };
    }),
  ),
});

/** Published dates of the host's club (on GSV those of all), and the drafts of one's own club for those who plan. */
function visibleTo({ viewer, hostClub }: Pick<Context, 'viewer' | 'hostClub'>): SQL | undefined {
  const isPublic = and(
    inArray(event.state, [...publicStates]),
    hostClub === 'GSV' ? undefined : eq(event.club, hostClub),
    viewer ? or(eq(event.isMembersOnly, false), eq(event.club, viewer.club)) : eq(event.isMembersOnly, false),
  );
  if (may({ role: viewer?.role }, 'events.list', 'other') === 'all') return undefined;
  return viewer && may(viewer, 'events.list', 'club') === 'all' ? or(isPublic, eq(event.club, viewer.club)) : isPublic;
}

async function changeable(context: Context, tx: Transaction, id: string, permission: Permission): Promise<Row> {
  const [row] = await tx.select().from(event).where(eq(event.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, permission, targetOf(context, row.club));
  return row;
}

async function change(context: Context, deed: Deed, before: Row, values: Partial<Row>, words: string): Promise<Row> {
  const [row] = await deed.tx
    .update(event)
    .set({ ...values, version: before.version + 1 })
    .where(eq(event.id, before.id))
    .returning();
  if (!row) throw new Problem('not-found');
  record(context, deed, row, 'events.update', words, before);
  return row;
}

function valuesOf<T extends { startsAt: string; endsAt: string }>({ startsAt, endsAt, ...values }: T) {
  return { ...values, startsAt: new Date(startsAt), endsAt: new Date(endsAt) };
}

function toView({ createdBy: _createdBy, importKey: _importKey, ...row }: Row): EventView {
  return { ...row, startsAt: row.startsAt.toISOString(), endsAt: row.endsAt.toISOString(), registration: 'none' };
}

function record(context: Context, deed: Deed, row: Row, action: Permission, content: string, before?: Row): void {
  const viewer = signedIn(context);
  deed.audit({
    name: viewer.name,
    actorId: viewer.userId,
    club: row.club,
    content,
    action,
    entity: 'events',
    entityId: row.id,
    before,
    after: { ...row },
  });
  deed.changed({ collection: 'events', club: row.club, entityId: row.id });
}
