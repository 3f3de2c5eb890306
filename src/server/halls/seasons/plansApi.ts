import { and, eq } from 'drizzle-orm';
import { sortFigures } from '#shared/halls/seasons/figures.ts';
import { Timetable, type Placed } from '#shared/halls/seasons/placing.ts';
import { seasonPlansContract, type SeasonPlan } from '#shared/halls/seasons/plans.ts';
import { improve } from '#shared/halls/seasons/proposal.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { lockSeason, noteManager } from './managing.ts';
import { placedOf, readBoard, type SeasonBoard } from './board.ts';
import { arrangeByHand, otherPlaces, placeChoices } from './byHand.ts';
import { answerObjection, insertObjection, listObjections, withdrawObjection } from './objections.ts';
import { offerPlace, replyToOffer } from './offers.ts';
import { insertGrants, insertPlan, readGrants, sentPlan, workingPlan, type GrantRow, type PlanRow } from './planRows.ts';
import { grantViews, viewPlan } from './planView.ts';
import { chooseDates } from '../publication/choices.ts';
import { dryRunOf } from '../publication/dryRun.ts';
import { figuresFile } from '../publication/figuresFile.ts';
import { fingerprint, searchPlan } from './proposing.ts';
import { seasonGrant, seasonPlan } from './table.ts';
import { readSeason, type SeasonRow } from './view.ts';
import { ownOrganisation } from './wishes.ts';

const os = implementing(seasonPlansContract);

/** The plan of a season (/admin/seasons). Writes are serialised by locking the season. */
export const seasonPlansApi = os.router({
  read: os.read.handler(({ context, input }) => context.read(async (tx) => viewPlan(context, tx, await readSeason(context, tx, input.id)))),
  exportFigures: os.exportFigures.handler(({ context, input: { id, sort, descending, format, columns } }) =>
    context.read(async (tx) => {
      const { figures } = await viewPlan(context, tx, await readSeason(context, tx, id));
      return figuresFile(sortFigures(figures, sort, descending), format, columns);
    }),
  ),
  places: os.places.handler(({ context, input }) =>
    context.write(async ({ tx }) => {
      const season = await lockSeason(context, tx, input.id);
      const board = await readBoard(tx, season);
      return season.phase === 'consultation'
        ? otherPlaces(board, await sentGrants(tx, season), input.wishId)
        : placeChoices(board, await grantsNow(tx, season), input.wishId);
    }),
  ),

  propose: os.propose.handler(({ context, input }) => proposeOnce(context, input.id)),
  callOff: os.callOff.handler(({ context, input }) =>
    context.write(async ({ tx }) => {
      await lockSeason(context, tx, input.id);
      looking.get(input.id)?.abort();
      return { ok: true } as const;
    }),
  ),
  adopt: os.adopt.handler(({ context, input }) =>
    planning(context, input.id, async (write, { season, plan, board }) => {
      const [chosen] = await write.tx
        .select()
        .from(seasonPlan)
        .where(and(eq(seasonPlan.id, input.planId), eq(seasonPlan.seasonId, season.id)));
      if (!chosen?.frozenAt) throw new Problem('not-found');
      const counting = new Set(board.board.input.wishes.map(({ id }) => id));
      const rows = (await readGrants(write.tx, chosen.id)).filter(({ wishId }) => counting.has(wishId));
      await replaceGrants(
        write.tx,
        board,
        plan,
        rows.map((row) => stored(board, row)),
      );
      return `Fassung übernommen: ${chosen.name}`;
    }),
  ),
  keep: os.keep.handler(({ context, input }) =>
    planning(context, input.id, async (write, { season, board, grants }) => {
      const placed = grants.map((row) => stored(board, row));
      await insertPlan(write.tx, season, board, { name: input.name, madeBy: 'copy', isFrozen: true, placed });
      return `Fassung gesichert: ${input.name}`;
    }),
  ),
  improve: os.improve.handler(({ context, input }) =>
    planning(context, input.id, async (write, { plan, board, grants }) => {
      // A grant placed by hand where its wish did not ask for is kept, but not marked as locked.
      const byHand = new Map(grants.map((row) => [placedOf(board, row), stored(board, row)]));
      const table = new Timetable(board.board.input.halls, byHand.keys());
      const made = improve(board.board, table);
      await replaceGrants(
        write.tx,
        board,
        plan,
        [...table.placed].map((one) => byHand.get(one) ?? one),
      );
      return `Verbesserungen übernommen: ${made}`;
    }),
  ),

  arrange: os.arrange.handler(({ context, input: { id, ...changes } }) =>
    planning(context, id, async (write, { plan, board, grants }) => arrangeByHand(write.tx, board, plan, grants, changes)),
  ),
  version: os.version.handler(({ context, input }) =>
    context.write(async ({ tx }) => {
      const season = await lockSeason(context, tx, input.id);
      const [chosen] = await tx
        .select()
        .from(seasonPlan)
        .where(and(eq(seasonPlan.id, input.planId), eq(seasonPlan.seasonId, season.id)));
      if (!chosen) throw new Problem('not-found');
      return grantViews(await readBoard(tx, season), await readGrants(tx, chosen.id));
    }),
  ),
  lock: os.lock.handler(({ context, input: { isLocked, reason, ...which } }) =>
    grantOf(context, which, async (write, row) => {
      await write.tx
        .update(seasonGrant)
        .set({ isLocked, reason: isLocked ? reason : '', version: row.version + 1 })
        .where(eq(seasonGrant.id, row.id));
      return isLocked ? `Zeit festgelegt: ${reason}` : 'Zeit gelöst';
    }),
  ),

  dryRun: os.dryRun.handler(({ context, input }) =>
    context.write(async ({ tx }) => dryRunOf(tx, signedIn(context), await lockSeason(context, tx, input.id))),
  ),
  choose: os.choose.handler(({ context, input }) =>
    context.write(async (write) => {
      const season = await lockSeason(context, write.tx, input.id);
      await chooseDates(context, write, season, input.choices);
      return dryRunOf(write.tx, signedIn(context), season);
    }),
  ),
  objections: os.objections.handler(({ context, input }) =>
    context.read(async (tx) => listObjections(tx, await readSeason(context, tx, input.id))),
  ),
  object: os.object.handler(({ context, input }) => context.write((write) => insertObjection(context, write, input))),
  answer: os.answer.handler(({ context, input }) => context.write((write) => answerObjection(context, write, input))),
  offer: os.offer.handler(({ context, input }) => context.write((write) => offerPlace(context, write, input))),
  reply: os.reply.handler(({ context, input }) =>
    context.write(async (write) => {
      const { id: organisationId } = await ownOrganisation(context, write.tx);
      return replyToOffer(context.settings, write, { ...input, organisationId }, { club: signedIn(context).club });
    }),
  ),
  withdraw: os.withdraw.handler(({ context, input: { id } }) =>
    context.write(async (write) => {
      const { id: organisationId } = await ownOrganisation(context, write.tx);
      return withdrawObjection(context.settings, write, { id, organisationId }, { club: signedIn(context).club });
    }),
  ),
});

/** The seasons for which this process searches a plan, and the controller that cancels the search. */
const looking = new Map<string, AbortController>();

/** Searches a plan without blocking others; a result based on wishes that have changed meanwhile is discarded. */
async function proposeOnce(context: Context, id: string): Promise<SeasonPlan> {
  if (looking.has(id)) throw new Problem('in-progress');
  const calledOff = new AbortController();
  looking.set(id, calledOff);
  try {
    const [board, locked] = await context.read(async (tx) => {
      const season = await readSeason(context, tx, id);
      allow(context, 'seasons.plan', targetOf(context, season.managerClub));
      const now = await readBoard(tx, season);
      return [now.board, lockedOf(now, await grantsNow(tx, season))] as const;
    });
    const { placed, search } = await searchPlan(board, locked, calledOff.signal);
    return await planning(context, id, async (write, { season, board: now, grants }) => {
      if (fingerprint(now.board, lockedOf(now, grants)) !== fingerprint(board, locked)) throw new Problem('conflict');
      await insertPlan(write.tx, season, now, { name: '', madeBy: search ? 'search' : 'draft', isFrozen: true, placed, search });
      return 'Vorschlag berechnet';
    });
  } catch (error) {
    // After a cancellation the plan is unchanged.
    if (!calledOff.signal.aborted) throw error;
    return context.read(async (tx) => viewPlan(context, tx, await readSeason(context, tx, id)));
  } finally {
    looking.delete(id);
  }
}

function lockedOf(board: SeasonBoard, grants: readonly GrantRow[]): Placed[] {
  return grants.filter((row) => row.isLocked).map((row) => stored(board, row));
}

type Planning = { season: SeasonRow; plan: PlanRow; board: SeasonBoard; grants: GrantRow[] };

/** Changes the plan of a season during its planning, and returns the result. */
async function planning(context: Context, id: string, work: (write: Write, planning: Planning) => Promise<string>): Promise<SeasonPlan> {
  return context.write(async (write) => {
    const season = await lockSeason(context, write.tx, id);
    const plan = season.phase === 'planning' ? await workingPlan(write.tx, id) : undefined;
    if (!plan) throw new Problem('wrong-state');
    const content = await work(write, {
      season,
      plan,
      board: await readBoard(write.tx, season),
      grants: await readGrants(write.tx, plan.id),
    });
    noteManager(write, season, `${content} (Saison ${season.name})`);
    return viewPlan(context, write.tx, season);
  });
}

/** Changes one grant of the working plan. */
async function grantOf(
  context: Context,
  { id, version }: { id: string; version: number },
  work: (write: Write, row: GrantRow) => Promise<string>,
): Promise<SeasonPlan> {
  const [found] = await context.read((tx) =>
    tx
      .select({ seasonId: seasonPlan.seasonId, frozenAt: seasonPlan.frozenAt })
      .from(seasonGrant)
      .innerJoin(seasonPlan, eq(seasonPlan.id, seasonGrant.planId))
      .where(eq(seasonGrant.id, id)),
  );
  if (!found || found.frozenAt) throw new Problem('not-found');
  return planning(context, found.seasonId, async (write, { grants }) => {
    const row = grants.find((one) => one.id === id);
    if (!row) throw new Problem('not-found');
    if (row.version !== version) throw new Problem('conflict');
    return work(write, row);
  });
}

async function grantsNow(tx: Transaction, season: SeasonRow): Promise<GrantRow[]> {
  const plan = season.phase === 'planning' ? await workingPlan(tx, season.id) : undefined;
  if (!plan) throw new Problem('wrong-state');
  return readGrants(tx, plan.id);
}

/** The grants of the sent plan. */
async function sentGrants(tx: Transaction, { id }: SeasonRow): Promise<GrantRow[]> {
  const plan = await sentPlan(tx, id);
  return plan ? readGrants(tx, plan.id) : [];
}

/** A grant with its lock as stored, regardless of the placing rules. */
function stored(board: SeasonBoard, row: GrantRow): Placed {
  return { ...placedOf(board, row), isLocked: row.isLocked, reason: row.reason };
}

async function replaceGrants(tx: Transaction, board: SeasonBoard, plan: PlanRow, placed: readonly Placed[]): Promise<void> {
  await tx.delete(seasonGrant).where(eq(seasonGrant.planId, plan.id));
  await insertGrants(tx, board, plan.id, placed);
}
