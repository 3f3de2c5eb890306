import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { wishSets, type WishState } from '#shared/halls/seasons/seasonStates.ts';
import { fixedClassOf } from '#shared/halls/organisations.ts';
import { misfitsOf, type SeasonOffer } from '#shared/halls/seasons/fitting.ts';
import { minutesOf } from '#shared/kernel/calendar.ts';
import { may } from '#shared/kernel/rights.ts';
import { wishesAtMost, type Wish, type wishActions, type WishInput } from '#shared/halls/seasons/wishes.ts';
import type { Context } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { countByDepartment, type DepartmentUse } from '#server/club/departments/service.ts';
import { department } from '#server/club/departments/table.ts';
import { requireDepartment } from '../bookings/service.ts';
import { readUnits } from '../facilities/service.ts';
import { organisation } from '../organisations/table.ts';
import { seasonFacility, wish, wishOption } from './table.ts';
import { isAccepting, plans, type SeasonRow } from './view.ts';

export type WishRow = typeof wish.$inferSelect;
type OptionRow = typeof wishOption.$inferSelect;
export type Owner = Pick<typeof organisation.$inferSelect, 'id' | 'name' | 'club' | 'kind' | 'priorityClass'>;

/** The columns of the owner of a wish. */
export const ownerColumns = {
  id: organisation.id,
  name: organisation.name,
  club: organisation.club,
  kind: organisation.kind,
  priorityClass: organisation.priorityClass,
};

type ReadWish = { row: WishRow; owner: Owner; department: string; options: OptionRow[] };

/** Wishes that name a department, which therefore cannot be deleted. */
export const wishesOfDepartments: DepartmentUse = {
  words: ['Hallenwunsch', 'Hallenwünsche'],
  count: (tx, departmentIds) => countByDepartment(tx, wish, departmentIds),
};

/** The wishes of a season visible in the scope of the transaction, by organisation and rank; of one organisation or all. */
export async function readWishes(tx: Transaction, seasonId: string, organisationId?: string): Promise<ReadWish[]> {
  const rows = await tx
    .select({
      row: wish,
      owner: ownerColumns,
      department: sql<string>`coalesce(${department.name}, '')`,
    })
    .from(wish)
    .innerJoin(organisation, eq(organisation.id, wish.organisationId))
    .leftJoin(department, eq(department.id, wish.departmentId))
    .where(and(eq(wish.seasonId, seasonId), organisationId ? eq(wish.organisationId, organisationId) : undefined))
    .orderBy(asc(organisation.name), asc(organisation.id), asc(wish.orderNo), asc(wish.id))
    .limit(3000);
  const ids = rows.map(({ row }) => row.id);
  const options =
    ids.length === 0 ? [] : await tx.select().from(wishOption).where(inArray(wishOption.wishId, ids)).orderBy(asc(wishOption.rank));
  const byWish = Map.groupBy(options, ({ wishId }) => wishId);
  return rows.map(({ row, owner, department: name }) => ({ row, owner, department: name, options: byWish.get(row.id) ?? [] }));
}

/** A wish as shown to its organisation or the manager, with the possible actions. */
export function toWish(hand: Hand, season: SeasonRow, { row, owner, department: name, options }: ReadWish): Wish {
  const { keepsSeriesId, ...rest } = row;
  return {
    ...rest,
    organisation: owner.name,
    club: owner.club,
    department: name,
    fixedClass: fixedClassOf(owner),
    isKept: keepsSeriesId !== null,
    options: options.map(({ facilityId, weekday, fromTime, toTime }) => ({
      facilityId,
      weekday,
      fromTime: fromTime.slice(0, 5),
      toTime: toTime.slice(0, 5),
    })),
    may: actionsOf(hand, season, row, owner),
  };
}

/** The actor on wishes: the manager, a club with an account, or the contact of an organisation. */
export type Hand = {
  isManager: boolean;
  /** May submit and rank wishes, besides writing them. */
  isBoard: boolean;
  owns: (owner: Pick<Owner, 'id' | 'club'>) => boolean;
};

/** The actor for a viewer with an account. */
export function accountActor(context: Context, season: SeasonRow): Hand {
  const { viewer } = context;
  return {
    isManager: plans(context, season),
    isBoard: may({ role: viewer?.role }, 'wishes.submit', 'club') !== undefined,
    owns: ({ club }) => club !== null && club === viewer?.club,
  };
}

/** Whether the actor may edit the wishes of an organisation in this phase: the organisation itself while wishes are accepted, the manager longer. */
export function worksOn({ isManager, owns }: Hand, season: SeasonRow, owner: Pick<Owner, 'id' | 'club'>): boolean {
  if (isManager) {
    if (season.phase === 'planning') return true;
    if (season.phase === 'open' && owner.club === null) return true;
  }
  return owns(owner) && isAccepting(season);
}

function actionsOf(hand: Hand, season: SeasonRow, { state, keepsSeriesId }: WishRow, owner: Owner): Wish['may'] {
  if (!worksOn(hand, season, owner)) return [];
  const { isBoard } = hand;
  const isChangeable = wishSets.waiting.includes(state) || (isBoard && state === 'submitted');
  return [
    isChangeable && ('change' as const),
    isBoard && ('order' as const),
    isBoard && state === 'draft' && ('submit' as const),
    isBoard && state === 'copied' && ('confirm' as const),
    isBoard && state !== 'withdrawn' && ('withdraw' as const),
    isBoard && state === 'withdrawn' && (keepsSeriesId === null || season.phase === 'open') && ('restore' as const),
  ].filter((action) => action !== false);
}

/** Adds a wish at the end of its organisation's order. */
export async function insertWish(
  tx: Transaction,
  season: SeasonRow,
  { id: organisationId, club }: Pick<Owner, 'id' | 'club'>,
  { options, ...input }: WishInput,
  more: Partial<typeof wish.$inferInsert> = {},
): Promise<string> {
  await refuseUnknownHalls(tx, season, options);
  await requireDepartment(tx, club, input);
  // Serialised by organisation, so that no two wishes get the same rank.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${season.id} ${organisationId}`}, 20261122))`);
  const [last] = await tx
    .select({ count: sql<number>`count(*)::int`, orderNo: sql<number>`coalesce(max(${wish.orderNo}), 0)::int` })
    .from(wish)
    .where(and(eq(wish.seasonId, season.id), eq(wish.organisationId, organisationId)));
  if ((last?.count ?? 0) >= wishesAtMost) throw fieldProblem('groupName', `Höchstens ${wishesAtMost} Wünsche.`);
  const [row] = await tx
    .insert(wish)
    .values({ ...input, seasonId: season.id, organisationId, orderNo: (last?.orderNo ?? 0) + 1, state: 'draft', ...more })
    .returning({ id: wish.id });
  if (!row) throw new Error('The wish was not written.');
  await writeOptions(tx, row.id, options);
  return row.id;
}

/** Changes a locked wish; one copied from last year only counts as confirmed once its board confirms it. */
export async function changeWish(
  tx: Transaction,
  season: SeasonRow,
  { club }: Pick<Owner, 'club'>,
  before: WishRow,
  { options, ...input }: WishInput,
): Promise<void> {
  await refuseUnknownHalls(tx, season, options);
  await requireDepartment(tx, club, input, before);
  await tx
    .update(wish)
    .set({ ...input, version: before.version + 1 })
    .where(eq(wish.id, before.id));
  await tx.delete(wishOption).where(eq(wishOption.wishId, before.id));
  await writeOptions(tx, before.id, options);
}

async function writeOptions(tx: Transaction, wishId: string, options: WishInput['options']): Promise<void> {
  await tx.insert(wishOption).values(options.map((option, at) => ({ ...option, wishId, rank: at + 1 })));
}

async function refuseUnknownHalls(tx: Transaction, { id }: SeasonRow, options: WishInput['options']): Promise<void> {
  const halls = await tx.select({ facilityId: seasonFacility.facilityId }).from(seasonFacility).where(eq(seasonFacility.seasonId, id));
  const known = new Set(halls.map(({ facilityId }) => facilityId));
  for (const [at, { facilityId }] of options.entries())
    if (facilityId !== null && !known.has(facilityId))
      throw fieldProblem(`options.${at}.facilityId`, 'Diese Sportstätte wird in der Saison nicht vergeben.');
}

/** The organisation of the viewer's club. */
export async function ownOrganisation(context: Context, tx: Transaction): Promise<Owner> {
  const [row] = await tx
    .select(ownerColumns)
    .from(organisation)
    .where(eq(organisation.club, context.viewer?.club ?? context.hostClub));
  if (!row) throw new Problem('not-found');
  return row;
}

/** The action on wishes, for the audit log. */
export const wishActionWords: { readonly [action in (typeof wishActions)[number]]: string } = {
  submit: 'abgesendet',
  confirm: 'bestätigt',
  withdraw: 'zurückgegeben',
  restore: 'wieder aufgenommen',
};

/** Applies one action to many wishes; returns how many changed. */
export async function setWishStates(tx: Transaction, rows: readonly WishRow[], action: (typeof wishActions)[number]): Promise<number> {
  if (rows.length === 0) return 0;
  const state: WishState = action === 'withdraw' ? 'withdrawn' : action === 'restore' ? 'draft' : 'submitted';
  const changed = await tx
    .update(wish)
    .set({ state, version: sql`${wish.version} + 1` })
    .where(
      and(
        inArray(
          wish.id,
          rows.map(({ id }) => id),
        ),
        action === 'submit' || action === 'confirm' ? inArray(wish.state, [...wishSets.waiting]) : undefined,
      ),
    )
    .returning({ id: wish.id });
  return changed.length;
}

/** Ranks all wishes of an organisation in this order. 409 if wishes were added or removed meanwhile. */
export async function orderWishes(tx: Transaction, { id }: SeasonRow, organisationId: string, wishIds: readonly string[]): Promise<number> {
  const known = await readWishes(tx, id, organisationId);
  const isSame = known.length === wishIds.length && known.every(({ row }) => wishIds.includes(row.id));
  if (!isSame) throw new Problem('conflict');
  for (const [at, wishId] of wishIds.entries())
    await tx
      .update(wish)
      .set({ orderNo: at + 1 })
      .where(eq(wish.id, wishId));
  return known.length;
}

/** What a season gives: its halls with their parts and the hours of each weekday. */
export async function offerOf(tx: Transaction, { id, stepMinutes, endsOn }: SeasonRow): Promise<SeasonOffer> {
  const rows = await tx
    .select({ facilityId: seasonFacility.facilityId, windows: seasonFacility.windows })
    .from(seasonFacility)
    .where(eq(seasonFacility.seasonId, id))
    .orderBy(asc(seasonFacility.facilityId));
  const units = await readUnits(
    tx,
    rows.map(({ facilityId }) => facilityId),
  );
  const halls = rows.map(({ facilityId, windows }) => ({
    facilityId,
    parts: units.filter((one) => one.facilityId === facilityId && (one.retiredOn === null || one.retiredOn > endsOn)).length,
    windows: windows.map(({ weekday, opens, closes, onlyClass }) => ({
      weekday,
      opens: minutesOf(opens),
      closes: minutesOf(closes),
      onlyClass,
    })),
  }));
  return { stepMinutes, halls };
}

/** Refuses a wish with an option that no plan can meet: there are not so many parts, or these hours are not given to such a group. */
export async function refuseUnfitting(
  tx: Transaction,
  season: SeasonRow,
  owner: Pick<Owner, 'kind' | 'priorityClass'>,
  wish: WishInput,
): Promise<void> {
  const fields = misfitsOf(await offerOf(tx, season), owner, wish);
  if (fields.length > 0) throw new Problem('invalid-input', { fields });
}
