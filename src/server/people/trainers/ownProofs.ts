import { eq, inArray } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { proofInput, proofPaper, type TrainerProof } from '#shared/people/trainers/trainerProofs.ts';
import { enterScope, everyClub, oneByOne, type Transaction } from '#server/platform/database/database.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { ownPeople, type OwnPersonRow } from '../persons/service.ts';
import { finishProof, firstEnding, proofValues, shownProof, toProof } from './proofs.ts';
import { trainerContract, trainerProof } from './table.ts';
import type { TrainerPorts } from './trainerFiles.ts';

type Typed = z.output<typeof proofInput> & z.output<typeof proofPaper>;

/** The maximum number of proofs that a person can enter. */
const ownAtMost = 50;

/** The user's own proofs: readable by everybody who has any, editable by trainers; entries not yet checked are listed for the board. */
export const ownProofs = (leaders: TrainerPorts['leaders']) => ({
  mine: (context: Context): Promise<TrainerProof[]> =>
    context.read(async (tx) => {
      const ids = (await ownSelves(tx, context)).map(({ id }) => id);
      if (ids.length === 0) return [];
      await enterScope(tx, everyClub.club);
      const rows = await tx
        .select(shownProof)
        .from(trainerProof)
        .where(inArray(trainerProof.personId, ids))
        .orderBy(...firstEnding);
      return rows.map(toProof);
    }),

  reporters: (context: Context) =>
    context.read(async (tx) => {
      const selves = await oneByOne(await ownSelves(tx, context), async (of) => ((await hasFile(tx, leaders, of)) ? [of] : []));
      return selves.flat().map(({ id, club }) => ({ personId: id, club }));
    }),

  report: (context: Context, { personId, paper, ...typed }: Typed & { personId: string }): Promise<TrainerProof> =>
    context.write(async (write) => {
      const of = (await ownSelves(write.tx, context)).find(({ id }) => id === personId);
      if (!of || !(await hasFile(write.tx, leaders, of))) throw new Problem('not-found');
      await enterScope(write.tx, of.club);
      if ((await write.tx.$count(trainerProof, eq(trainerProof.personId, personId))) >= ownAtMost) throw new Problem('wrong-state');
      const values = { ...(await proofValues(write.tx, typed)), paper: paperOf(context, typed.kind, paper), isReported: true };
      const [row] = await write.tx
        .insert(trainerProof)
        .values({ ...values, id: randomUUID(), personId, club: of.club, createdAt: now() })
        .returning();
      return finishProof(write, row, 'trainerFiles.correctOwn', 'selbst eingetragen');
    }),

  correct: (context: Context, { id, version, paper, ...typed }: Typed & { id: string; version: number }): Promise<TrainerProof> =>
    context.write(async (write) => {
      const selves = await ownSelves(write.tx, context);
      await enterScope(write.tx, everyClub.club);
      const [before] = await write.tx.select().from(trainerProof).where(eq(trainerProof.id, id)).for('update');
      const of = selves.find((one) => one.id === before?.personId);
      if (!before || !of) throw new Problem('not-found');
      if (before.version !== version) throw new Problem('conflict');
      await enterScope(write.tx, of.club);
      const values = { ...(await proofValues(write.tx, typed, before)), paper: paperOf(context, typed.kind, paper), isReported: true };
      const [row] = await write.tx
        .update(trainerProof)
        .set({ ...values, version: version + 1 })
        .where(eq(trainerProof.id, id))
        .returning();
      return finishProof(write, row, 'trainerFiles.correctOwn', 'selbst berichtigt');
    }),
});

async function ownSelves(tx: Transaction, context: Context): Promise<OwnPersonRow[]> {
  return (await ownPeople(tx, signedIn(context).userId)).filter(({ relation }) => relation === 'self');
}

/** Whether a person leads an offer of their club, or has a proof or a contract there. */
async function hasFile(tx: Transaction, leaders: TrainerPorts['leaders'], { id, club }: OwnPersonRow): Promise<boolean> {
  await enterScope(tx, club);
  const kept = await tx.$count(trainerProof, eq(trainerProof.personId, id));
  if (kept > 0 || (await tx.$count(trainerContract, eq(trainerContract.personId, id))) > 0) return true;
  return (await leaders(tx, club)).some(({ personId }) => personId === id);
}

/** Validates the path of a licence file: only licences have one, in the account's own folder, which the board can read. */
function paperOf(context: Context, kind: Typed['kind'], paper: string): string | null {
  if (paper === '') return null;
  if (kind !== 'licence') throw fieldProblem('paper', 'Nur zu einer Lizenz gehört eine Datei.');
  const isOwn = paper.startsWith(`users/${signedIn(context).userId}/`) && !paper.split('/').some((part) => part === '..' || part === '');
  if (!isOwn) throw fieldProblem('paper', 'Diese Datei liegt nicht bei Ihren eigenen.');
  return paper;
}
