import { asc, eq, inArray } from 'drizzle-orm';
import { explain } from '#shared/halls/seasons/explain.ts';
import { partMinutes } from '#shared/halls/seasons/candidates.ts';
import { Timetable } from '#shared/halls/seasons/placing.ts';
import type { Figures } from '#shared/halls/seasons/figures.ts';
import type { Grant, Refusal, SeasonPlan } from '#shared/halls/seasons/plans.ts';
import { bestExchange, missing } from '#shared/halls/seasons/proposal.ts';
import { seasonSets } from '#shared/halls/seasons/seasonStates.ts';
import { minutesOf, timeOf } from '#shared/kernel/calendar.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import type { Context } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { placedOf, placeWords, readBoard, type SeasonBoard } from './board.ts';
import { readGrants, sentPlan, workingPlan, type GrantRow, type PlanRow } from './planRows.ts';
import { seasonGrant, seasonPlan, seasonRefusal } from './table.ts';
import { plans, type SeasonRow } from './view.ts';

const noPlan: SeasonPlan = { id: null, isWorking: false, points: 0, improvements: 0, grants: [], refusals: [], figures: [], versions: [] };

/** The plan as the viewer may see it: the working plan for the manager; the sent plan with their own refusals for others. */
export async function viewPlan(context: Context, tx: Transaction, season: SeasonRow): Promise<SeasonPlan> {
  const isManager = plans(context, season);
  const isAnnounced = seasonSets.announced.includes(season.phase);
  if (!isManager && !isAnnounced) return noPlan;
  const working = isManager ? await workingPlan(tx, season.id) : undefined;
  const plan = working ?? (isAnnounced ? await sentPlan(tx, season.id) : undefined);
  if (!plan) return noPlan;
  const board = await readBoard(tx, season);
  const grants = await readGrants(tx, plan.id);
  const table = timetableOf(board, grants);
  const club = context.viewer?.club;
  const shown = grants.map((row) => grantView(board, row, (owner) => isManager || owner === club));
  const base = { ...noPlan, id: plan.id, grants: shown };
  if (!working)
    return {
      ...base,
      points: plan.points,
      refusals: await storedRefusals(tx, plan.id, table),
      ...(isManager && { figures: figuresOf(board, grants) }),
    };
  const lacking = board.board.input.wishes.filter((wish) => missing(table, wish) > 0);
  return {
    ...base,
    isWorking: true,
    points: shown.reduce((sum, { points }) => sum + points, 0),
    improvements: lacking.filter((wish) => bestExchange(board.board, table, wish) !== undefined).length,
    refusals: refusalsOf(board, table),
    figures: figuresOf(board, grants),
    versions: await versionsOf(tx, season.id),
  };
}

/** The reason why each wish lacks dates, by organisation and order. */
export function refusalsOf(board: SeasonBoard, table: Timetable): Refusal[] {
  return board.board.input.wishes
    .filter((wish) => missing(table, wish) > 0)
    .flatMap((wish): Refusal[] => {
      const row = board.wishes.get(wish.id);
      if (!row) return [];
      const { alternatives, ...explained } = explain(board.board, table, wish, board.names);
      return [
        {
          wishId: wish.id,
          organisationId: row.organisationId,
          organisation: row.organisation,
          groupName: row.groupName,
          orderNo: row.orderNo,
          ...explained,
          alternatives: alternatives.map(({ start, end, unitIds, ...place }, at) => {
            const other = { ...place, unitIds: [...unitIds], startTime: timeOf(start), endTime: timeOf(end) };
            return { ...other, words: placeWords(board, other), at };
          }),
        },
      ];
    })
    .toSorted((a, b) => compareNames(a.organisation, b.organisation) || a.orderNo - b.orderNo);
}

/** The saved and proposed versions, latest first. */
async function versionsOf(tx: Transaction, seasonId: string): Promise<SeasonPlan['versions']> {
  const rows = await tx.select().from(seasonPlan).where(eq(seasonPlan.seasonId, seasonId)).orderBy(asc(seasonPlan.number)).limit(100);
  const frozen = rows.filter(({ frozenAt }) => frozenAt !== null);
  const counted =
    frozen.length === 0
      ? []
      : await tx
          .select({ planId: seasonGrant.planId })
          .from(seasonGrant)
          .where(
            inArray(
              seasonGrant.planId,
              frozen.map(({ id }) => id),
            ),
          );
  return frozen
    .map(({ id, number, name, madeBy, points, search }: PlanRow) => ({
      id,
      number,
      name,
      madeBy,
      points,
      grants: counted.filter((one) => one.planId === id).length,
      reachedPercent: search && search.bound > 0 ? Math.floor((points / search.bound) * 100) : null,
    }))
    .toReversed();
}

/** The grants of an organisation in the sent plan, and the reasons for the refusals. */
export async function resultOf(
  tx: Transaction,
  season: SeasonRow,
  organisationId: string,
): Promise<Pick<SeasonPlan, 'grants' | 'refusals'>> {
  const plan = seasonSets.announced.includes(season.phase) ? await sentPlan(tx, season.id) : undefined;
  if (!plan) return { grants: [], refusals: [] };
  const board = await readBoard(tx, season);
  const grants = await readGrants(tx, plan.id);
  const own = grants.filter(({ wishId }) => board.wishes.get(wishId)?.organisationId === organisationId);
  const refusals = await storedRefusals(tx, plan.id, timetableOf(board, grants));
  return { grants: grantViews(board, own), refusals: refusals.filter((one) => one.organisationId === organisationId) };
}

async function storedRefusals(tx: Transaction, planId: string, table: Timetable): Promise<Refusal[]> {
  const rows = await tx.select({ refusal: seasonRefusal.refusal }).from(seasonRefusal).where(eq(seasonRefusal.planId, planId)).limit(3000);
  return rows
    .map(({ refusal }) => ({ ...refusal, alternatives: stillFree(table, refusal) }))
    .toSorted((a, b) => compareNames(a.organisation, b.organisation) || a.orderNo - b.orderNo);
}

/** What is still free of the times that a refusal named: objections and offers have given some of them since. */
export function stillFree(table: Timetable, { wishId, alternatives }: Refusal): Refusal['alternatives'] {
  const days = new Set(table.of(wishId).map(({ weekday }) => weekday));
  return alternatives
    .map((one, at) => ({ ...one, at }))
    .filter(({ startTime, endTime, ...place }) => {
      const hour = { ...place, start: minutesOf(startTime), end: minutesOf(endTime) };
      return !days.has(place.weekday) && table.isFree(hour);
    });
}

/** The places of a plan, as the rules see them. */
export function timetableOf(board: SeasonBoard, grants: readonly GrantRow[]): Timetable {
  return new Timetable(
    board.board.input.halls,
    grants.map((row) => placedOf(board, row)),
  );
}

/** The grants of a plan as shown to its manager. */
export function grantViews(board: SeasonBoard, rows: readonly GrantRow[]): Grant[] {
  return rows.map((row) => grantView(board, row, () => true));
}

function grantView(board: SeasonBoard, row: GrantRow, seesGroup: (club: string | null) => boolean): Grant {
  const of = board.wishes.get(row.wishId);
  const { planId: _plan, choices: _choices, startTime, endTime, ...grant } = row;
  const { points, isKept } = placedOf(board, row);
  return {
    ...grant,
    startTime: startTime.slice(0, 5),
    endTime: endTime.slice(0, 5),
    organisationId: of?.organisationId ?? row.wishId,
    organisation: of?.organisation ?? '',
    groupName: of && seesGroup(of.club) ? of.groupName : null,
    sport: of?.sport ?? '',
    ageGroup: of?.ageGroup ?? 'mixed',
    points,
    isKept,
  };
}

function figuresOf(season: SeasonBoard, grants: readonly GrantRow[]): Figures[] {
  const byOrganisation = Map.groupBy(season.board.input.wishes, ({ organisationId }) => organisationId);
  return [...byOrganisation]
    .map(([organisationId, wishes]): Figures => {
      const organisation = season.wishes.get(wishes[0]?.id ?? '')?.organisation ?? '';
      const given = wishes.flatMap((wish) => {
        const one = partMinutes(wish) / wish.timesPerWeek;
        return grants.filter(({ wishId }) => wishId === wish.id).map((row) => ({ wish, row, minutes: one, placed: placedOf(season, row) }));
      });
      const sum = (rows: readonly { minutes: number }[]) => rows.reduce((total, { minutes }) => total + minutes, 0);
      return {
        organisationId,
        organisation,
        asked: wishes.reduce((total, wish) => total + partMinutes(wish), 0),
        given: sum(given),
        youth: sum(given.filter(({ wish }) => isYoung(season.wishes.get(wish.id)?.ageGroup))),
        evening: given.reduce((total, { minutes, placed }) => total + minutes * eveningShare(placed), 0),
        first: given.filter(({ placed }) => placed.option === 0).length,
        kept: given.filter(({ placed }) => placed.isKept).length,
        refused: wishes.filter((wish) => given.filter((one) => one.wish === wish).length < wish.timesPerWeek).length,
      };
    })
    .toSorted((a, b) => compareNames(a.organisation, b.organisation));
}

function isYoung(ageGroup: string | undefined): boolean {
  return ageGroup === 'children' || ageGroup === 'youth';
}

/** The part of a time between 18:00 and 21:00, the most requested hours. */
function eveningShare({ start, end }: { start: number; end: number }): number {
  return Math.max(0, Math.min(end, 21 * 60) - Math.max(start, 18 * 60)) / (end - start);
}
