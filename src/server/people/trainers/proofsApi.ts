import { and, asc, eq, getColumns, inArray, isNull, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { fullName } from '#shared/kernel/fullName.ts';
import { proofKindNames, proofLight, trainerProofsContract, type TrainerProof } from '#shared/people/trainerProofs.ts';
import { enterScope, everyClub, type Transaction, type Write } from '#server/platform/database/database.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { person } from '../persons/table.ts';
import { ownPeople } from '../persons/service.ts';
import { isRenewedProof, trainerProof } from './table.ts';

const os = implementing(trainerProofsContract);
const proofsAtMost = 2000;
type Row = typeof trainerProof.$inferSelect;

/** Licences, first aid and the code of conduct of those who lead offers. */
export const trainerProofsApi = os.router({
  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'trainerFiles.manage', input.club);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      const rows = await tx
        .select(shown)
        .from(trainerProof)
        .where(eq(trainerProof.club, club))
        .orderBy(...firstEnding)
        .limit(proofsAtMost);
      return rows.map(toProof);
    });
  }),

  mine: os.mine.handler(({ context }) => {
    const { userId } = signedIn(context);
    return context.read(async (tx) => {
      const ids = (await ownPeople(tx, userId)).filter(({ relation }) => relation === 'self').map(({ id }) => id);
      if (ids.length === 0) return [];
      await enterScope(tx, everyClub.club);
      const rows = await tx
        .select(shown)
        .from(trainerProof)
        .where(inArray(trainerProof.personId, ids))
        .orderBy(...firstEnding);
      return rows.map(toProof);
    });
  }),

  create: os.create.handler(({ context, input: { personId, ...input } }) =>
    context.write(async (write) => {
      const [of] = await write.tx
        .select()
        .from(person)
        .where(and(eq(person.id, personId), isNull(person.mergedInto), isNull(person.anonymisedAt)));
      if (!of) throw new Problem('not-found');
      allow(context, 'trainerFiles.manage', targetOf(context, of.club));
      await enterScope(write.tx, of.club);
      const [row] = await write.tx
        .insert(trainerProof)
        .values({ ...kept(input), id: randomUUID(), personId, club: of.club, createdAt: now() })
        .returning();
      return finish(write, row, 'eingetragen');
    }),
  ),

  update: os.update.handler(({ context, input: { id, version, ...input } }) =>
    context.write(async (write) => {
      const before = await locked(context, write.tx, id);
      if (before.version !== version) throw new Problem('conflict');
      const [row] = await write.tx
        .update(trainerProof)
        .set({ ...kept(input), version: version + 1 })
        .where(eq(trainerProof.id, id))
        .returning();
      return finish(write, row, 'geändert');
    }),
  ),

  delete: os.delete.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await locked(context, write.tx, input.id);
      await write.tx.delete(trainerProof).where(eq(trainerProof.id, row.id));
      await note(write, row, 'gelöscht');
      return { ok: true } as const;
    }),
  ),
});

const firstEnding = [sql`${trainerProof.validTo} nulls last`, asc(trainerProof.validFrom), asc(trainerProof.id)];

function kept({ validFrom, validTo, ...input }: Omit<TrainerProof, 'id' | 'personId' | 'light' | 'version'>) {
  if (validFrom > today()) throw fieldProblem('validFrom', 'Dieser Tag liegt in der Zukunft.');
  return { ...input, validFrom, validTo: validTo || null };
}

async function locked(context: Context, tx: Transaction, id: string): Promise<Row> {
  const [row] = await tx.select().from(trainerProof).where(eq(trainerProof.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'trainerFiles.manage', targetOf(context, row.club));
  await enterScope(tx, row.club);
  return row;
}

/** Notes what was done, and gives the proof as it stands now. */
async function finish(write: Write, row: Row | undefined, action: string): Promise<TrainerProof> {
  if (!row) throw new Problem('not-found');
  await note(write, row, action);
  const [saved] = await write.tx.select(shown).from(trainerProof).where(eq(trainerProof.id, row.id));
  if (!saved) throw new Problem('not-found');
  return toProof(saved);
}

async function note(write: Write, row: Row, action: string): Promise<void> {
  const [of] = await write.tx.select().from(person).where(eq(person.id, row.personId));
  const what = [proofKindNames[row.kind], row.name].filter(Boolean).join(' ');
  write.audit(
    'trainerFiles.manage',
    { club: row.club, id: row.personId, entity: 'members' },
    `Nachweis ${action}: ${what}, ${of ? fullName(of) : ''}`,
  );
  write.changed({ collection: 'members', club: row.club });
}

const { club: _club, createdAt: _at, ...columns } = getColumns(trainerProof);
/** What a proof is shown by. */
const shown = { ...columns, isRenewed: isRenewedProof };

function toProof({ isRenewed, ...row }: Omit<Row, 'club' | 'createdAt'> & { isRenewed: boolean }): TrainerProof {
  const validTo = row.validTo ?? '';
  return { ...row, validTo, light: proofLight({ validTo, isRenewed }, today()) };
}
