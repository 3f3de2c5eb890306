import { asc, eq, sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { feeFamiliesContract, type FeeFamilyInput, type FeeFamilyView } from '#shared/money/fees/feeFamilies.ts';
import { livingPerson } from '#server/people/persons/service.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { today } from '#server/platform/process/clock.ts';
import { changeFamily, insertFamilies, sayKept, toFamilies, type FamilyRow } from './families.ts';
import { familyProposals } from './proposals.ts';
import { feeFamily } from './table.ts';

const os = implementing(feeFamiliesContract);
const shownAtMost = 500;

/** Members who pay together (/admin/money/fees, "Familien"). */
export const feeFamiliesApi = os.router({
  list: os.list.handler(({ context, input: { club: asked, search = '' } }) => {
    const club = clubAsked(context, 'fees.manage', asked);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      return listFamilies(tx, club, search);
    });
  }),

  proposals: os.proposals.handler(({ context, input }) => {
    const club = clubAsked(context, 'fees.manage', input.club);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      return familyProposals(tx, club);
    });
  }),

  create: os.create.handler(({ context, input: { club: asked, families } }) =>
    context.write(async (write) => {
      const club = clubAsked(context, 'fees.manage', asked);
      await enterScope(write.tx, club);
      await insertFamilies(write.tx, club, families);
      const names = families.map(({ name }) => name).join(', ');
      write.audit('fees.manage', { club }, families.length === 1 ? `Familie angelegt: ${names}` : `${families.length} Familien angelegt`, {
        after: { names },
      });
      write.changed({ collection: 'fees', club });
      write.changed({ collection: 'members', club });
      return { made: families.length };
    }),
  ),

  update: os.update.handler(({ context, input: { id, version, ...input } }) =>
    context.write(async (write) => save(write, await familyFor(context, write.tx, id), version, () => input)),
  ),

  takePayer: os.takePayer.handler(({ context, input: { id, version, payerPersonId } }) =>
    context.write(async (write) =>
      save(write, await familyFor(context, write.tx, id), version, ({ name, members }) => ({
        name,
        payerPersonId,
        members: members.map(({ personId, from, to }) => ({ personId, from, to })),
      })),
    ),
  ),

  keepPayer: os.keepPayer.handler(({ context, input: { payerId, leftOn, isKept } }) =>
    context.write(async (write) => {
      const payer = await livingPerson(write.tx, payerId);
      allow(context, 'fees.manage', targetOf(context, payer.club));
      await enterScope(write.tx, payer.club);
      await sayKept(write, payer, { leftOn, isKept, createdBy: signedIn(context).name });
      return { ok: true } as const;
    }),
  ),

  delete: os.delete.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await familyFor(context, write.tx, input.id);
      const [before] = await toFamilies(write.tx, [row]);
      await write.tx.delete(feeFamily).where(eq(feeFamily.id, row.id));
      write.audit('fees.manage', row, `Familie gelöscht: ${row.name}`, { ...(before && { before }) });
      write.changed({ collection: 'fees', club: row.club, entityId: row.id });
      return { ok: true } as const;
    }),
  ),
});

async function save(
  write: Write,
  row: FamilyRow,
  version: number,
  inputOf: (now: FeeFamilyView) => FeeFamilyInput,
): Promise<FeeFamilyView> {
  if (row.version !== version) throw new Problem('conflict');
  const [before] = await toFamilies(write.tx, [row]);
  if (!before) throw new Problem('not-found');
  const [after] = await toFamilies(write.tx, [await changeFamily(write.tx, row, inputOf(before))]);
  if (!after) throw new Problem('not-found');
  write.audit('fees.manage', row, `Familie geändert: ${after.name}`, { before, after });
  write.changed({ collection: 'fees', club: row.club, entityId: row.id });
  write.changed({ collection: 'members', club: row.club });
  return after;
}

async function familyFor(context: Context, tx: Transaction, id: string): Promise<FamilyRow> {
  const [row] = await tx.select().from(feeFamily).where(eq(feeFamily.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'fees.manage', targetOf(context, row.club));
  await enterScope(tx, row.club);
  return row;
}

async function listFamilies(tx: Transaction, club: ClubName, search: string) {
  const rows = await tx
    .select()
    .from(feeFamily)
    .where(eq(feeFamily.club, club))
    .orderBy(asc(sql`lower(${feeFamily.name})`), asc(feeFamily.id));
  const wanted = search.toLowerCase();
  const views = (await toFamilies(tx, rows)).filter(({ name, payer, members }) =>
    [name, payer, ...members.map((one) => one.name)].some((text) => text.toLowerCase().includes(wanted)),
  );
  const isOver = ({ members }: (typeof views)[number]) => members.every(({ to }) => to !== null && to < today());
  const ordered = [...views.filter((one) => !isOver(one)), ...views.filter(isOver)];
  return { rows: ordered.slice(0, shownAtMost), total: ordered.length };
}
