import { asc, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { processorsContract, type Processor } from '#shared/office/processors.ts';
import { enterScope, sqlState, type Transaction, type Write } from '#server/platform/database/database.ts';
import { allow, clubAsked, targetOf, type Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { today } from '#server/platform/process/clock.ts';
import { processor } from './table.ts';

const os = implementing(processorsContract);
const listAtMost = 200;
type Row = typeof processor.$inferSelect;

/** The processors of a club, for its register of processing. */
export const processorsApi = os.router({
  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'privacyLog.manage', input.club);
    return context.read(async (tx) => {
      const rows = await tx
        .select()
        .from(processor)
        .where(eq(processor.club, club))
        .orderBy(asc(processor.service), asc(processor.name), asc(processor.id))
        .limit(listAtMost);
      return rows.map(({ club: _club, contractOn, ...row }): Processor => ({ ...row, contractOn: contractOn ?? '' }));
    });
  }),

  create: os.create.handler(({ context, input: { club: asked, ...input } }) =>
    context.write(async (write) => {
      const club = clubAsked(context, 'privacyLog.manage', asked);
      await enterScope(write.tx, club);
      if ((await write.tx.$count(processor, eq(processor.club, club))) >= listAtMost) throw new Problem('not-ready');
      const values = { ...kept(input), id: randomUUID(), club };
      const [row] = await once(() => write.tx.insert(processor).values(values).returning());
      return note(write, row, 'eingetragen');
    }),
  ),

  update: os.update.handler(({ context, input: { id, version, ...input } }) =>
    context.write(async (write) => {
      const before = await locked(context, write.tx, id);
      if (before.version !== version) throw new Problem('conflict');
      const [row] = await once(() =>
        write.tx
          .update(processor)
          .set({ ...kept(input), version: version + 1 })
          .where(eq(processor.id, id))
          .returning(),
      );
      return note(write, row, 'geändert', before);
    }),
  ),

  delete: os.delete.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await locked(context, write.tx, input.id);
      await write.tx.delete(processor).where(eq(processor.id, row.id));
      return note(write, row, 'gelöscht');
    }),
  ),
});

function kept({ contractOn, ...input }: Pick<Processor, 'name' | 'service' | 'contractOn'>) {
  if (contractOn > today()) throw fieldProblem('contractOn', 'Dieser Tag liegt in der Zukunft.');
  return { ...input, contractOn: contractOn || null };
}

async function locked(context: Context, tx: Transaction, id: string): Promise<Row> {
  const [row] = await tx.select().from(processor).where(eq(processor.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'privacyLog.manage', targetOf(context, row.club));
  await enterScope(tx, row.club);
  return row;
}

async function once<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw sqlState(error) === '23505' ? fieldProblem('name', 'Das steht schon da.') : error;
  }
}

function note(write: Write, row: Row | undefined, action: string, before?: Row): { ok: true } {
  if (!row) throw new Problem('not-found');
  write.audit(
    'privacyLog.manage',
    { club: row.club, id: row.id, entity: 'config' },
    `Auftragsverarbeiter ${action}: ${row.name} (${row.service})`,
    { before: before && { contractOn: before.contractOn }, after: { contractOn: row.contractOn } },
  );
  write.changed({ collection: 'privacyCases', club: row.club });
  return { ok: true };
}
