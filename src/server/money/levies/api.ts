import { eq } from 'drizzle-orm';
import { euros } from '#shared/kernel/money.ts';
import { leviesContract } from '#shared/money/levies/contract.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { record } from '../charges/record.ts';
import { bookLevy, listLevies, readLevy, toPreview, undoLevy } from './book.ts';
import { helpingPage } from './announcing.ts';
import { noteLetters } from '../letters/noteLetters.ts';
import { lettersOfLevy, postLetters } from './letters.ts';
import { notifyOfMissing } from './mails.ts';
import { planLevy } from './plan.ts';
import { levy, type LevyRow } from './table.ts';

const os = implementing(leviesContract);
const ownClub = (context: Context) => clubAsked(context, 'charges.manage', undefined);

/** Charges entered by hand, and missing helper hours (/admin/money/charges). */
export const leviesApi = os.router({
  preview: os.preview.handler(({ context, input: { search, ...order } }) => {
    const club = ownClub(context);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      return toPreview(tx, await planLevy(tx, club, order), search);
    });
  }),

  book: os.book.handler(({ context, input }) => {
    const club = ownClub(context);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      const row = await bookLevy(write.tx, club, input, signedIn(context));
      const left = row.excluded > 0 ? `, ${row.excluded} ausgenommen` : '';
      record(write, club, `Gefordert: ${row.label}, ${row.count} über ${euros(row.totalCents)}${left}`, {
        entityId: row.id,
        after: { count: row.count, totalCents: row.totalCents, dueOn: row.dueOn, excluded: input.excluded },
      });
      return readLevy(write.tx, row.id);
    });
  }),

  remind: os.remind.handler(({ context, input: { hash, excluded, ...order } }) => {
    const club = ownClub(context);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      if (order.kind !== 'helper_hours' || order.year === null)
        throw fieldProblem('kind', 'Angekündigt werden nur fehlende Helferstunden.');
      const plan = await planLevy(write.tx, club, order);
      if (plan.hash !== hash) throw new Problem('changed-since-preview');
      const left = new Set(excluded.map(({ forId }) => forId));
      const lines = plan.lines.filter(({ forId }) => !left.has(forId));
      const helping = helpingPage(context.settings, club);
      const told = await notifyOfMissing(write.tx, { club, year: order.year, helping, occasion: today() }, lines);
      record(write, club, `Fehlende Helferstunden ${order.year} angekündigt: ${lines.length} Personen`, { after: { told } });
      return { told };
    });
  }),

  list: os.list.handler(({ context, input }) => {
    const club = ownClub(context);
    return context.read((tx) => listLevies(tx, club, input));
  }),

  letters: os.letters.handler(({ context, input: { id } }) =>
    context.write(async (write) => {
      const [row] = await write.tx.select().from(levy).where(eq(levy.id, id));
      if (!row) throw new Problem('not-found');
      allow(context, 'charges.manage', targetOf(context, row.club));
      await enterScope(write.tx, row.club);
      const { sheets, listed } = await lettersOfLevy(write.tx, row);
      const content = `Bescheid als Brief geöffnet: ${row.label}`;
      await noteLetters(context, write, { action: 'charges.manage', club: row.club, id, content, listed });
      return sheets;
    }),
  ),

  postLetters: os.postLetters.handler(({ context, input: { id, isPosted, version } }) =>
    context.write(async (write) => {
      const row = await postLetters(write.tx, await lockLevy(context, write.tx, { id, version }), isPosted);
      record(write, row.club, `Briefe ${isPosted ? '' : 'doch nicht '}verschickt: ${row.label}`, { entityId: id });
      return readLevy(write.tx, id);
    }),
  ),

  undo: os.undo.handler(({ context, input: { id, reason, version } }) =>
    context.write(async (write) => {
      const found = await lockLevy(context, write.tx, { id, version });
      const row = await undoLevy(write.tx, found, reason);
      record(write, row.club, `Zurückgenommen: ${row.label}, ${row.count} Forderungen (${reason})`, {
        entityId: id,
        before: { state: 'booked' },
        after: { state: row.state },
      });
      return readLevy(write.tx, id);
    }),
  ),
});

async function lockLevy(context: Context, tx: Transaction, { id, version }: { id: string; version: number }): Promise<LevyRow> {
  const [row] = await tx.select().from(levy).where(eq(levy.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'charges.manage', targetOf(context, row.club));
  if (row.version !== version) throw new Problem('conflict');
  await enterScope(tx, row.club);
  return row;
}
