import { and, eq, inArray } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { donationImportContract, type DonationImport, type ImportedDonation } from '#shared/money/donations/importing.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { clubAsked, signedIn } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import { closedUntil } from '../books/closing.ts';
import { keepCash } from '../cash/write.ts';
import { idOf } from '../openings/cells.ts';
import { readDonations } from './file.ts';
import { donation } from './table.ts';

const os = implementing(donationImportContract);
type Planned = ImportedDonation & { id: string };

/** Imports donations from a list, after a preview of each line. */
export const donationImportApi = os.router({
  check: os.check.handler(({ context, input: { content, club: asked } }) => {
    const club = clubAsked(context, 'donations.manage', asked);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      const { lines, ...sums } = await planOf(tx, club, content);
      return { ...sums, lines: lines.map(({ id: _id, ...line }) => line) };
    });
  }),

  book: os.book.handler(({ context, input: { content, hash, club: asked } }) => {
    const club = clubAsked(context, 'donations.manage', asked);
    return context.write(async (write) => {
      await enterScope(write.tx, club);
      const { lines, hash: found, count, cents } = await planOf(write.tx, club, content);
      if (found !== hash) throw new Problem('changed-since-preview');
      if (count === 0)
        throw new Problem('not-ready', { fields: [{ path: 'content', message: 'In dieser Datei ist nichts zu übernehmen.' }] });
      await writeDonations(write.tx, club, lines.filter(isNew), signedIn(context).name);
      write.audit('donations.manage', { club, entity: 'books' }, `Spenden aus einer Datei übernommen: ${count} über ${euros(cents)}`);
      write.changed({ collection: 'books', club });
      return { count, cents };
    });
  }),
});

const isNew = ({ result }: Planned) => result === 'new';

/** The preview of each line. Equal lines within one file are separate donations; in two files they are the same one. */
async function planOf(tx: Transaction, club: ClubName, content: string): Promise<Omit<DonationImport, 'lines'> & { lines: Planned[] }> {
  const read = readDonations(Buffer.from(content, 'base64'), await closedUntil(tx, club));
  const turns = new Map<string, number>();
  const identified = read.map(({ message, ...line }) => {
    const same = JSON.stringify([line.donorName, line.receivedOn, line.cents]);
    const turn = (turns.get(same) ?? 0) + 1;
    turns.set(same, turn);
    return { ...line, message, id: idOf('donation', club, same, turn) };
  });
  const known = await knownOf(tx, club, identified);
  const lines = identified.map((line): Planned => {
    if (line.message !== '') return { ...line, result: 'faulty' };
    return known(line) ? { ...line, result: 'known', message: 'Steht schon bei den Spenden.' } : { ...line, result: 'new' };
  });
  const fresh = lines.filter(isNew);
  const facts = lines.map(({ id, result }) => [id, result]);
  return {
    lines,
    count: fresh.length,
    cents: sumOfCents(fresh),
    hash: createHash('sha256').update(JSON.stringify(facts)).digest('hex'),
  };
}

/** Known donations, from an earlier file or entered by hand: the same name, day and sum. */
async function knownOf(tx: Transaction, club: ClubName, lines: readonly Omit<Planned, 'result'>[]) {
  const days = [...new Set(lines.map(({ receivedOn }) => receivedOn))];
  const rows =
    days.length === 0
      ? []
      : await tx
          .select()
          .from(donation)
          .where(and(eq(donation.club, club), inArray(donation.receivedOn, days)));
  const ids = new Set(rows.map(({ id }) => id));
  const imported = new Set(lines.map(({ id }) => id));
  const byHand = rows.filter(({ id }) => !imported.has(id));
  return ({ id, donorName, receivedOn, cents }: Omit<Planned, 'result'>) =>
    ids.has(id) || byHand.some((one) => one.donorName === donorName && one.receivedOn === receivedOn && one.cents === cents);
}

async function writeDonations(tx: Transaction, club: ClubName, lines: readonly Planned[], createdBy: string): Promise<void> {
  const rows = lines.map(({ line: _line, result: _result, message: _message, ...one }) => ({ ...one, club, createdBy, createdAt: now() }));
  for (const block of blocksOf(rows)) {
    const made = await tx.insert(donation).values(block).onConflictDoNothing().returning({ id: donation.id });
    if (made.length < block.length) throw new Problem('changed-since-preview');
  }
  const cash = rows.filter(({ inCash }) => inCash);
  await keepCash(
    tx,
    club,
    cash.map(({ receivedOn: day, cents, donorName }) => ({ day, cents, text: `Spende: ${donorName}` })),
  );
}
