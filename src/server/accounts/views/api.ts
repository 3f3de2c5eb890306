import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { keptQuery, pinsAtMost, viewsAtMost, viewsContract, type viewPages } from '#shared/accounts/views.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { allow, signedIn, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import { deleteToBin } from '#server/club/bin/service.ts';
import { club as clubs } from '#server/club/clubs/table.ts';
import { ownAccount } from '../users/service.ts';
import { appUser } from '../users/table.ts';
import { pinnedView, savedView } from './table.ts';

const os = implementing(viewsContract);
const isShared = sql<boolean>`${savedView.userId} is null`;
const shown = { id: savedView.id, name: savedView.name, query: savedView.query, columns: savedView.columns, isShared };
const isPinned = (context: Context) =>
  sql<boolean>`exists (select 1 from ${pinnedView} where ${pinnedView.viewId} = ${savedView.id} and ${pinnedView.userId} = ${signedIn(context).userId})`;

/** The number of rows that a list shows for the filters of a query string; undefined if the caller may not read it. */
export type ViewCounters = {
  readonly [page in (typeof viewPages)[number]]?: (
    context: Context,
    query: { readonly [key: string]: string },
  ) => Promise<number | undefined>;
};

/** Endpoints of saved filters: personal ones, and those shared by the club. */
export const viewsApi = (counters: ViewCounters) =>
  os.router({ ...keptViews, counts: os.counts.handler(({ context }) => countsOf(context, counters)) });

/** One list after the other, so that the menu of one account takes one connection at most. */
async function countsOf(context: Context, counters: ViewCounters): Promise<{ id: string; count: number }[]> {
  const pins = await context.read((tx) => pinsOf(tx, context));
  const counted: { id: string; count: number }[] = [];
  for (const { id, page, query } of pins) {
    const count = await counters[page]?.(context, Object.fromEntries(new URLSearchParams(query)));
    if (count !== undefined) counted.push({ id, count });
  }
  return counted;
}

function pinsOf(tx: Pick<Transaction, 'select'>, context: Context) {
  return tx
    .select({ id: savedView.id, page: savedView.page, name: savedView.name, query: savedView.query, columns: savedView.columns })
    .from(pinnedView)
    .innerJoin(savedView, eq(savedView.id, pinnedView.viewId))
    .where(and(eq(pinnedView.userId, signedIn(context).userId), isSeen(context)))
    .orderBy(pinnedView.pinnedAt, pinnedView.viewId)
    .limit(pinsAtMost);
}

const keptViews = {
  list: os.list.handler(({ context, input }) =>
    context.read((tx) =>
      tx
        .select({ ...shown, isPinned: isPinned(context) })
        .from(savedView)
        .where(and(isSeen(context), eq(savedView.page, input.page)))
        .orderBy(isShared, asc(sql`lower(${savedView.name})`), savedView.id)
        .limit(2 * viewsAtMost),
    ),
  ),

  pinned: os.pinned.handler(({ context }) => context.read((tx) => pinsOf(tx, context))),

  pin: os.pin.handler(({ context, input }) =>
    context.write(async ({ tx }) => {
      const { userId } = signedIn(context);
      const [view] = await tx
        .select({ id: savedView.id })
        .from(savedView)
        .where(and(eq(savedView.id, input.id), isSeen(context)));
      if (!view) throw new Problem('not-found');
      await lockKeeper(tx, context, false);
      await tx.delete(pinnedView).where(and(eq(pinnedView.userId, userId), eq(pinnedView.viewId, view.id)));
      if (!input.isPinned) return { ok: true } as const;
      // Pinned views of a club that the account has left are not counted.
      const pins = await tx
        .select({ id: pinnedView.viewId })
        .from(pinnedView)
        .innerJoin(savedView, eq(savedView.id, pinnedView.viewId))
        .where(and(eq(pinnedView.userId, userId), isSeen(context)));
      if (pins.length >= pinsAtMost) {
        const message = `Mehr als ${pinsAtMost} Ansichten passen nicht ins Menü. Bitte nehmen Sie zuerst eine heraus.`;
        throw new Problem('invalid-input', { fields: [{ path: 'isPinned', message }] });
      }
      await tx.insert(pinnedView).values({ userId, viewId: view.id, pinnedAt: now() });
      return { ok: true } as const;
    }),
  ),

  create: os.create.handler(({ context, input: { isShared: forAll, ...input } }) =>
    context.write(async ({ tx, audit }) => {
      const { userId, club } = signedIn(context);
      await askForRoom(tx, context, forAll, input.page);
      const [row] = await tx
        .insert(savedView)
        .values({ ...input, query: keptQuery(input.query), id: randomUUID(), userId: forAll ? null : userId, club, createdAt: now() })
        .onConflictDoNothing()
        .returning(shown);
      if (!row) throw nameTaken();
      audit(rightOn(row), ownAccount(context), `Ansicht ${forAll ? 'für alle ' : ''}gespeichert: ${row.name}`);
      return { ...row, isPinned: false };
    }),
  ),

  rename: os.rename.handler(({ context, input: { id, name } }) =>
    context.write(async ({ tx, audit }) => {
      const before = await lockView(tx, context, id);
      const [other] = await tx
        .select({ id: savedView.id })
        .from(savedView)
        .where(
          and(
            keptBy(context, before.isShared),
            ne(savedView.id, id),
            eq(savedView.page, before.page),
            sql`lower(${savedView.name}) = lower(${name})`,
          ),
        );
      if (other) throw nameTaken();
      const [row] = await tx
        .update(savedView)
        .set({ name })
        .where(eq(savedView.id, id))
        .returning({ ...shown, isPinned: isPinned(context) });
      if (!row) throw new Problem('not-found');
      audit(rightOn(row), ownAccount(context), `Ansicht umbenannt: ${before.name} in ${name}`);
      return row;
    }),
  ),

  remove: os.remove.handler(({ context, input }) =>
    context.write(async ({ tx, audit }) => {
      const row = await lockView(tx, context, input.id);
      const { userId, club } = signedIn(context);
      const record = {
        id: row.id,
        club,
        kind: 'views',
        name: row.name,
        permission: rightOn(row),
        ...(!row.isShared && { ownerId: userId }),
      } as const;
      await deleteToBin(tx, context, record, [
        { table: savedView, where: eq(savedView.id, row.id) },
        { table: pinnedView, where: eq(pinnedView.viewId, row.id) },
      ]);
      audit(rightOn(row), ownAccount(context), `Ansicht gelöscht: ${row.name}`);
      return { ok: true } as const;
    }),
  ),
};

/** Returns a view that the viewer may change: a personal one, or a club view with the right to it. */
async function lockView(tx: Transaction, context: Context, id: string) {
  const [row] = await tx
    .select({ ...shown, page: savedView.page })
    .from(savedView)
    .where(and(eq(savedView.id, id), isSeen(context)));
  if (!row) throw new Problem('not-found');
  await lockKeeper(tx, context, row.isShared);
  return row;
}

/** Serializes changes of one owner, so that neither the limit nor the uniqueness of names is violated. */
async function lockKeeper(tx: Transaction, context: Context, forAll: boolean): Promise<void> {
  const { userId, club } = signedIn(context);
  if (forAll) {
    allow(context, 'views.share', 'club');
    await tx.select({ name: clubs.name }).from(clubs).where(eq(clubs.name, club)).for('no key update');
  } else await tx.select({ id: appUser.id }).from(appUser).where(eq(appUser.id, userId)).for('no key update');
}

async function askForRoom(
  tx: Transaction,
  context: Context,
  forAll: boolean,
  page: (typeof savedView.$inferSelect)['page'],
): Promise<void> {
  await lockKeeper(tx, context, forAll);
  if ((await tx.$count(savedView, and(keptBy(context, forAll), eq(savedView.page, page)))) < viewsAtMost) return;
  const message = `Mehr als ${viewsAtMost} Ansichten einer Seite lassen sich nicht speichern. Bitte löschen Sie zuerst eine.`;
  throw new Problem('invalid-input', { fields: [{ path: 'name', message }] });
}

function nameTaken(): Problem {
  return new Problem('invalid-input', { fields: [{ path: 'name', message: 'So heißt schon eine Ansicht dieser Seite.' }] });
}

/** The condition for the account's personal views in its club, or for the views of the club. */
function keptBy(context: Context, forAll: boolean) {
  const { userId, club } = signedIn(context);
  return and(eq(savedView.club, club), forAll ? isNull(savedView.userId) : eq(savedView.userId, userId));
}

function isSeen(context: Context) {
  return or(keptBy(context, false), keptBy(context, true));
}

function rightOn(view: { isShared: boolean }) {
  return view.isShared ? 'views.share' : 'views.manageOwn';
}
