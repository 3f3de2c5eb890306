import { desc, eq, inArray } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { contractKindNames, trainerContractsContract, type TrainerContract } from '#shared/people/trainers/contracts.ts';
import { enterScope, everyClub, sqlState, type Transaction, type Write } from '#server/platform/database/database.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import { ownPeople } from '../persons/service.ts';
import { livingPerson } from '../persons/service.ts';
import { person } from '../persons/table.ts';
import { trainerContract } from './table.ts';

const os = implementing(trainerContractsContract);
const contractsAtMost = 2000;
type Row = typeof trainerContract.$inferSelect;

/** Port: the current hourly rates of persons of a club. */
export type RatesOf = (tx: Transaction, club: ClubName, personIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

export const trainerContractsApi = (ratesOf: RatesOf) =>
  os.router({
    list: os.list.handler(({ context, input }) => {
      const club = clubAsked(context, 'trainerFiles.manage', input.club);
      return context.read(async (tx) => {
        await enterScope(tx, club);
        const rows = await tx
          .select()
          .from(trainerContract)
          .where(eq(trainerContract.club, club))
          .orderBy(desc(trainerContract.validFrom), trainerContract.id)
          .limit(contractsAtMost);
        return toContracts(tx, rows, ratesOf);
      });
    }),

    mine: os.mine.handler(({ context }) => {
      const { userId } = signedIn(context);
      return context.read(async (tx) => {
        const ids = (await ownPeople(tx, userId)).filter(({ relation }) => relation === 'self').map(({ id }) => id);
        if (ids.length === 0) return [];
        await enterScope(tx, everyClub.club);
        const rows = await tx
          .select()
          .from(trainerContract)
          .where(inArray(trainerContract.personId, ids))
          .orderBy(desc(trainerContract.validFrom), trainerContract.id);
        return toContracts(tx, rows, ratesOf);
      });
    }),

    create: os.create.handler(({ context, input: { personId, ...input } }) =>
      context.write(async (write) => {
        const of = await livingPerson(write.tx, personId);
        allow(context, 'trainerFiles.manage', targetOf(context, of.club));
        await enterScope(write.tx, of.club);
        const values = { ...kept(input), id: randomUUID(), personId, club: of.club, createdAt: now() };
        const [row] = await oneAtATime(() => write.tx.insert(trainerContract).values(values).returning());
        return note(write, row, 'eingetragen');
      }),
    ),

    update: os.update.handler(({ context, input }) => context.write((write) => updateContract(context, write, input))),

    delete: os.delete.handler(({ context, input }) =>
      context.write(async (write) => {
        const row = await locked(context, write.tx, input.id);
        await write.tx.delete(trainerContract).where(eq(trainerContract.id, row.id));
        return note(write, row, 'gelöscht');
      }),
    ),
  });

type Input = Pick<TrainerContract, 'kind' | 'validFrom' | 'validTo' | 'hasJointConsent'>;

async function updateContract(
  context: Context,
  write: Write,
  { id, version, ...input }: Input & { id: string; version: number },
): Promise<{ ok: true }> {
  const before = await locked(context, write.tx, id);
  if (before.version !== version) throw new Problem('conflict');
  const [row] = await oneAtATime(() =>
    write.tx
      .update(trainerContract)
      .set({ ...kept(input), version: version + 1 })
      .where(eq(trainerContract.id, id))
      .returning(),
  );
  return note(write, row, 'geändert');
}

function kept({ validTo, ...input }: Input) {
  return { ...input, validTo: validTo || null };
}

async function locked(context: Context, tx: Transaction, id: string): Promise<Row> {
  const [row] = await tx.select().from(trainerContract).where(eq(trainerContract.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'trainerFiles.manage', targetOf(context, row.club));
  await enterScope(tx, row.club);
  return row;
}

/** Reports the database constraint against overlapping contracts of one kind as a field problem. */
async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw sqlState(error) === '23P01' ? fieldProblem('validFrom', 'In dieser Zeit gilt schon ein Vertrag dieser Art.') : error;
  }
}

async function note(write: Write, row: Row | undefined, action: string): Promise<{ ok: true }> {
  if (!row) throw new Problem('not-found');
  const [of] = await write.tx.select().from(person).where(eq(person.id, row.personId));
  write.audit(
    'trainerFiles.manage',
    { club: row.club, id: row.personId, entity: 'members' },
    `Vertrag ${action}: ${contractKindNames[row.kind]}, ${of ? fullName(of) : ''}`,
  );
  write.changed({ collection: 'members', club: row.club });
  return { ok: true };
}

/** The contracts with current rates, queried per club. */
async function toContracts(tx: Transaction, rows: readonly Row[], ratesOf: RatesOf): Promise<TrainerContract[]> {
  const rates = new Map<string, number>();
  for (const [club, group] of Map.groupBy(rows, (row) => row.club)) {
    const ids = group.map(({ personId }) => personId);
    for (const [personId, cents] of await ratesOf(tx, club, ids)) rates.set(personId, cents);
  }
  return rows.map(({ club: _club, createdAt: _at, validTo, ...row }) => ({
    ...row,
    validTo: validTo ?? '',
    centsPerHour: rates.get(row.personId) ?? null,
  }));
}
