import { eq } from 'drizzle-orm';
import { merged } from '#shared/halls/seasons/seasonRules.ts';
import { seasonSets } from '#shared/halls/seasons/seasonStates.ts';
import { seasonsContract, type SeasonInput } from '#shared/halls/seasons/seasons.ts';
import { allow, signedIn, targetOf } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { readFacility, readOpenings } from '../facilities/service.ts';
import { listNotices } from '../organisations/notices.ts';
import { lockSeason, noteSeason } from './managing.ts';
import { advanceSeason, refuseSharedHalls } from './phases.ts';
import { season, seasonFacility } from './table.ts';
import { listSeasons, readSeason, viewSeason, type SeasonRow } from './view.ts';

const os = implementing(seasonsContract);

/** The yearly allocation of the halls (/admin/seasons). */
export const seasonsApi = os.router({
  list: os.list.handler(({ context }) => context.read((tx) => listSeasons(context, tx))),
  read: os.read.handler(({ context, input }) =>
    context.read(async (tx) => viewSeason(context, tx, await readSeason(context, tx, input.id))),
  ),

  notices: os.notices.handler(({ context, input }) =>
    context.read(async (tx) => {
      const { managerClub } = await readSeason(context, tx, input.id);
      allow(context, 'seasons.plan', targetOf(context, managerClub));
      return listNotices(tx, input.id);
    }),
  ),
  create: os.create.handler(({ context, input: { facilities, ...input } }) =>
    context.write(async (write) => {
      const club = signedIn(context).club;
      allow(context, 'seasons.plan', targetOf(context, club));
      const [row] = await write.tx
        .insert(season)
        .values({ ...columnsOf(input), managerClub: club })
        .returning();
      if (!row) throw new Error('The season was not written.');
      await writeHalls(write.tx, row, facilities);
      noteSeason(write, row, `Saison angelegt: ${row.name}`);
      return viewSeason(context, write.tx, row);
    }),
  ),

  update: os.update.handler(({ context, input: { id, version, facilities, ...input } }) =>
    context.write(async (write) => {
      const before = await lockSeason(context, write.tx, id, version);
      if (!seasonSets.changeable.includes(before.phase)) throw new Problem('wrong-state');
      const [row] = await write.tx
        .update(season)
        .set({ ...columnsOf(input), version: version + 1 })
        .where(eq(season.id, id))
        .returning();
      if (!row) throw new Problem('not-found');
      await writeHalls(write.tx, row, facilities);
      if (row.phase === 'open') await refuseSharedHalls(write.tx, row);
      noteSeason(write, row, `Saison geändert: ${row.name}`);
      return viewSeason(context, write.tx, row);
    }),
  ),

  instruct: os.instruct.handler(({ context, input: { id, version, instruction } }) =>
    context.write(async (write) => {
      await lockSeason(context, write.tx, id, version);
      const [row] = await write.tx
        .update(season)
        .set({ instruction, version: version + 1 })
        .where(eq(season.id, id))
        .returning();
      if (!row) throw new Problem('not-found');
      noteSeason(write, row, `Text unter den Zuteilungen geändert: ${row.name}`);
      return viewSeason(context, write.tx, row);
    }),
  ),

  advance: os.advance.handler(({ context, input }) =>
    context.write(async (write) => {
      const before = await lockSeason(context, write.tx, input.id, input.version);
      const row = await advanceSeason(write, context.settings, before, input);
      return viewSeason(context, write.tx, row);
    }),
  ),

  hold: os.hold.handler(({ context, input: { id, isHeld } }) =>
    context.write(async (write) => {
      await readSeason(context, write.tx, id);
      const before = await lockSeason(context, write.tx, id);
      if (before.phase !== 'publishing') throw new Problem('wrong-state');
      const [row] = await write.tx.update(season).set({ isHeld }).where(eq(season.id, id)).returning();
      if (!row) throw new Problem('not-found');
      noteSeason(write, row, `Veröffentlichung ${isHeld ? 'angehalten' : 'fortgesetzt'}: ${row.name}`);
      return viewSeason(context, write.tx, row);
    }),
  ),
});

function columnsOf({ wishesFrom, wishesUntil, ...input }: Omit<SeasonInput, 'facilities'>) {
  return { ...input, wishesFrom: new Date(wishesFrom), wishesUntil: new Date(wishesUntil) };
}

/** Replaces the halls by those sent; one without windows is available during its opening hours. */
async function writeHalls(tx: Transaction, { id, managerClub }: SeasonRow, wanted: SeasonInput['facilities']): Promise<void> {
  await tx.delete(seasonFacility).where(eq(seasonFacility.seasonId, id));
  for (const [at, { facilityId, windows }] of wanted.entries()) {
    const hall = await readFacility(tx, facilityId);
    const path = `facilities.${at}.facilityId`;
    if (hall.managerClub !== managerClub) throw fieldProblem(path, 'Diese Sportstätte verwaltet ein anderer Verein.');
    if (wanted.slice(0, at).some((one) => one.facilityId === facilityId)) throw fieldProblem(path, 'Diese Sportstätte steht schon hier.');
    const openings = windows.length > 0 ? windows : await openWindows(tx, facilityId);
    await tx.insert(seasonFacility).values({ seasonId: id, facilityId, windows: openings });
  }
}

async function openWindows(tx: Transaction, facilityId: string) {
  const openings = await readOpenings(tx, [facilityId]);
  return merged(openings).map((one) => ({ ...one, onlyClass: null }));
}
