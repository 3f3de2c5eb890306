import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { trainerProofsContract } from '#shared/people/trainers/trainerProofs.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { allow, clubAsked, targetOf, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import { livingPerson } from '../persons/service.ts';
import { ownProofs } from './ownProofs.ts';
import { finishProof, firstEnding, noteProof, proofValues, shownProof, toProof, type ProofRow } from './proofs.ts';
import { trainerProof } from './table.ts';
import type { TrainerPorts } from './trainerFiles.ts';

const os = implementing(trainerProofsContract);
const proofsAtMost = 2000;

/** Licences, first aid certificates and codes of conduct of trainers. */
export const trainerProofsApi = (leaders: TrainerPorts['leaders']) => {
  const own = ownProofs(leaders);
  return os.router({
    ...byBoard,
    mine: os.mine.handler(({ context }) => own.mine(context)),
    reporters: os.reporters.handler(({ context }) => own.reporters(context)),
    report: os.report.handler(({ context, input }) => own.report(context, input)),
    correct: os.correct.handler(({ context, input }) => own.correct(context, input)),
  });
};

const byBoard = {
  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'trainerFiles.manage', input.club);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      const rows = await tx
        .select(shownProof)
        .from(trainerProof)
        .where(eq(trainerProof.club, club))
        .orderBy(...firstEnding)
        .limit(proofsAtMost);
      return rows.map(toProof);
    });
  }),

  create: os.create.handler(({ context, input: { personId, ...input } }) =>
    context.write(async (write) => {
      const of = await livingPerson(write.tx, personId);
      allow(context, 'trainerFiles.manage', targetOf(context, of.club));
      await enterScope(write.tx, of.club);
      const [row] = await write.tx
        .insert(trainerProof)
        .values({ ...(await proofValues(write.tx, input)), id: randomUUID(), personId, club: of.club, createdAt: now() })
        .returning();
      return finishProof(write, row, 'trainerFiles.manage', 'eingetragen');
    }),
  ),

  update: os.update.handler(({ context, input: { id, version, ...input } }) =>
    context.write(async (write) => {
      const before = await locked(context, write.tx, id);
      if (before.version !== version) throw new Problem('conflict');
      const [row] = await write.tx
        .update(trainerProof)
        .set({
          ...(await proofValues(write.tx, input, before)),
          isReported: false,
          ...(input.kind !== 'licence' && { paper: null }),
          version: version + 1,
        })
        .where(eq(trainerProof.id, id))
        .returning();
      return finishProof(write, row, 'trainerFiles.manage', 'geändert');
    }),
  ),

  confirm: os.confirm.handler(({ context, input: { id, version } }) =>
    context.write(async (write) => {
      const before = await locked(context, write.tx, id);
      if (before.version !== version) throw new Problem('conflict');
      if (!before.isReported) throw new Problem('wrong-state');
      const [row] = await write.tx
        .update(trainerProof)
        .set({ isReported: false, version: version + 1 })
        .where(eq(trainerProof.id, id))
        .returning();
      return finishProof(write, row, 'trainerFiles.manage', 'gesehen');
    }),
  ),

  delete: os.delete.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await locked(context, write.tx, input.id);
      await write.tx.delete(trainerProof).where(eq(trainerProof.id, row.id));
      await noteProof(write, row, 'trainerFiles.manage', 'gelöscht');
      return { ok: true } as const;
    }),
  ),
};

async function locked(context: Context, tx: Transaction, id: string): Promise<ProofRow> {
  const [row] = await tx.select().from(trainerProof).where(eq(trainerProof.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'trainerFiles.manage', targetOf(context, row.club));
  await enterScope(tx, row.club);
  return row;
}
