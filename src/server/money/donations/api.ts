import { and, desc, eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { euros } from '#shared/kernel/money.ts';
import { donationsContract, type Donation, type Donations } from '#shared/money/donations/contract.ts';
import { lacking } from '#shared/money/donations/receipt.ts';
import { isClosed } from '#shared/money/books/rules.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { closedUntil } from '../books/closing.ts';
import { keepCash, type CashMove } from '../cash/write.ts';
import { noteLetters } from '../letters/noteLetters.ts';
import { sheetsFile } from './receiptFile.ts';
import {
  cancelReceipt,
  donorsOf,
  factColumns,
  issueReceipts,
  mailReceipt,
  settingsOf,
  sheetOf,
  toReceipt,
  validReceipts,
  type ReceiptFacts,
  type ReceiptRow,
} from './receipts.ts';
import { donation, donationReceipt, donationSettings } from './table.ts';

const os = implementing(donationsContract);
type Row = typeof donation.$inferSelect;

/** Donations as entered by the treasurer. */
const writing = {
  list: os.list.handler(({ context, input: { year, club: asked } }) => {
    const club = clubAsked(context, 'donations.manage', asked);
    return context.read(async (tx) => {
      await enterScope(tx, club);
      return donationsOf(tx, club, year);
    });
  }),

  create: os.create.handler(({ context, input: { club: asked, ...input } }) =>
    context.write(async (write) => {
      const club = clubAsked(context, 'donations.manage', asked);
      await enterScope(write.tx, club);
      await refuseDay(write.tx, club, input.receivedOn);
      const [row] = await write.tx
        .insert(donation)
        .values({ ...input, id: randomUUID(), club, createdBy: signedIn(context).name, createdAt: now() })
        .returning();
      if (!row) throw new Error('The donation was not written.');
      await keepCash(write.tx, club, [cashMove(row)]);
      return finish(write, row, 'Spende eingetragen');
    }),
  ),

  update: os.update.handler(({ context, input: { id, version, ...input } }) =>
    context.write(async (write) => {
      const before = await changeable(context, write.tx, id);
      if (before.version !== version) throw new Problem('conflict');
      await refuseDay(write.tx, before.club, input.receivedOn);
      const [row] = await write.tx
        .update(donation)
        .set({ ...input, version: version + 1 })
        .where(eq(donation.id, id))
        .returning();
      if (!row) throw new Problem('not-found');
      const [was, is] = [cashMove(before), cashMove(row)];
      if (was.cents !== is.cents || was.day !== is.day) await keepCash(write.tx, row.club, [takenBack(was, 'Berichtigt'), is]);
      return finish(write, row, 'Spende berichtigt', before);
    }),
  ),

  delete: os.delete.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await changeable(context, write.tx, input.id);
      await write.tx.delete(donation).where(eq(donation.id, row.id));
      await keepCash(write.tx, row.club, [takenBack(cashMove(row), 'Gelöscht')]);
      write.audit('donations.manage', ofBooks(row), `Spende gelöscht: ${inWords(row)}`);
      write.changed({ collection: 'books', club: row.club });
      return { ok: true } as const;
    }),
  ),
};

/** Receipts, and the settings for them. */
const confirming = {
  saveSettings: os.saveSettings.handler(({ context, input: { club: asked, version, ...input } }) =>
    context.write(async (write) => {
      const club = clubAsked(context, 'donations.manage', asked);
      await enterScope(write.tx, club);
      const before = await settingsOf(write.tx, club);
      if ((before?.version ?? 0) !== version) throw new Problem('conflict');
      if ((input.announcedOn ?? '') > today()) throw fieldProblem('announcedOn', 'Das liegt in der Zukunft.');
      if (input.noticeOn > today()) throw fieldProblem('noticeOn', 'Das liegt in der Zukunft.');
      const values = { ...input, version: version + 1 };
      await write.tx
        .insert(donationSettings)
        .values({ ...values, club })
        .onConflictDoUpdate({ target: donationSettings.club, set: values });
      write.audit('donations.manage', ofBooks({ club }), 'Angaben für Zuwendungsbestätigungen geändert', {
        before: before ?? undefined,
        after: values,
      });
      write.changed({ collection: 'books', club });
      return values;
    }),
  ),

  issue: os.issue.handler(({ context, input: { club: asked, donationIds } }) =>
    context.write(async (write) => {
      const club = clubAsked(context, 'donations.manage', asked);
      await enterScope(write.tx, club);
      const issued = await issueReceipts(write.tx, club, donationIds, signedIn(context));
      return issued.map((row) => told(write, row, 'Zuwendungsbestätigung ausgestellt'));
    }),
  ),

  print: os.print.handler(({ context, input: { club: asked, ...wanted } }) =>
    context.write(async (write) => {
      const club = clubAsked(context, 'donations.manage', asked);
      await enterScope(write.tx, club);
      const rows = await validReceipts(write.tx, { ...wanted, club });
      for (const row of rows) await noteReceipt(context, write, row, 'heruntergeladen');
      const [first, ...others] = rows.map(toReceipt);
      if (!first) throw new Problem('not-found');
      return sheetsFile(`zuwendungsbestaetigungen-${wanted.year}.pdf`, [first, ...others]);
    }),
  ),

  receipt: os.receipt.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await readReceipt(context, write.tx, input.id);
      await noteReceipt(context, write, row, 'geöffnet');
      return toReceipt(row);
    }),
  ),

  file: os.file.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await readReceipt(context, write.tx, input.id, true);
      const { name, file } = await sheetOf(write.tx, row);
      await noteReceipt(context, write, row, 'heruntergeladen');
      return new File([Buffer.from(file, 'base64')], name, { type: 'application/pdf' });
    }),
  ),

  mail: os.mail.handler(({ context, input: { id, email } }) =>
    context.write(async (write) => {
      const row = await readReceipt(context, write.tx, id, true);
      return told(write, await mailReceipt(write.tx, row, email), 'Zuwendungsbestätigung per Mail gesendet');
    }),
  ),

  cancel: os.cancel.handler(({ context, input: { id, reason, version } }) =>
    context.write(async (write) => {
      const row = await readReceipt(context, write.tx, id, true);
      if (row.version !== version) throw new Problem('conflict');
      return told(write, await cancelReceipt(write.tx, row, reason), `Zuwendungsbestätigung ungültig (${reason})`);
    }),
  ),
};

/** Donations of a club and the receipts about them. */
export const donationsApi = os.router({ ...writing, ...confirming });

/** The effect of a donation on the cash box. */
function cashMove({ kind, inCash, cents, receivedOn: day, donorName }: Row): CashMove {
  return { day, cents: kind === 'money' && inCash ? cents : 0, text: `Spende: ${donorName}` };
}

function takenBack({ day, cents, text }: CashMove, why: string): CashMove {
  return { day, cents: 0 - cents, text: `${why}: ${text}` };
}

async function donationsOf(tx: Transaction, club: ClubName, year: number): Promise<Donations> {
  const ofYear = and(eq(donation.club, club), sql`extract(year from ${donation.receivedOn}) = ${year}`);
  const rows = await tx.select().from(donation).where(ofYear).orderBy(desc(donation.receivedOn), desc(donation.createdAt)).limit(1000);
  const receipts = await tx
    .select(factColumns)
    .from(donationReceipt)
    .where(and(eq(donationReceipt.club, club), eq(donationReceipt.year, year)))
    .orderBy(desc(donationReceipt.number))
    .limit(1000);
  const [sums] = await tx
    .select({
      totalCents: sql<number>`coalesce(sum(${donation.cents}), 0)::float8`,
      receiptedCents: sql<number>`coalesce(sum(${donation.cents}) filter (where ${donation.receiptId} is not null), 0)::float8`,
    })
    .from(donation)
    .where(ofYear);
  const settings = await settingsOf(tx, club);
  return {
    year,
    donations: await toDonations(tx, rows, club),
    receipts: receipts.map((row) => {
      const { content: _content, ...line } = toReceipt(row);
      return line;
    }),
    totalCents: sums?.totalCents ?? 0,
    receiptedCents: sums?.receiptedCents ?? 0,
    settings,
    lacking: lacking(settings, today()),
  };
}

async function toDonations(tx: Transaction, rows: readonly Row[], club: ClubName): Promise<Donation[]> {
  const closed = await closedUntil(tx, club);
  const numbers = await tx
    .select({ id: donationReceipt.id, year: donationReceipt.year, number: donationReceipt.number })
    .from(donationReceipt)
    .where(eq(donationReceipt.club, club));
  const numberOf = new Map(numbers.map(({ id, year, number }) => [id, `${year}-${number}`]));
  return rows.map(({ club: _club, receiptId, createdBy: _by, createdAt: _at, ...row }) => ({
    ...row,
    receiptNo: receiptId ? (numberOf.get(receiptId) ?? null) : null,
    isLocked: isClosed(row.receivedOn, closed),
  }));
}

/** A donation that may still change: it is on no receipt, and its period is open. Locks it. */
async function changeable(context: Context, tx: Transaction, id: string): Promise<Row> {
  const [row] = await tx.select().from(donation).where(eq(donation.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'donations.manage', targetOf(context, row.club));
  await enterScope(tx, row.club);
  const closed = await closedUntil(tx, row.club);
  if (isClosed(row.receivedOn, closed)) throw new Problem('period-closed');
  if (row.receiptId !== null) throw new Problem('wrong-state');
  return row;
}

async function refuseDay(tx: Transaction, club: ClubName, day: string): Promise<void> {
  if (day > today()) throw fieldProblem('receivedOn', 'Das liegt in der Zukunft.');
  const closed = await closedUntil(tx, club);
  if (closed && isClosed(day, closed)) throw fieldProblem('receivedOn', `Bis ${germanDate(closed)} sind die Bücher abgeschlossen.`);
}

async function readReceipt(context: Context, tx: Transaction, id: string, isLocked = false): Promise<ReceiptRow> {
  const asked = tx.select().from(donationReceipt).where(eq(donationReceipt.id, id));
  const [row] = await (isLocked ? asked.for('update') : asked);
  if (!row) throw new Problem('not-found');
  allow(context, 'donations.manage', targetOf(context, row.club));
  await enterScope(tx, row.club);
  return row;
}

async function finish(write: Write, row: Row, what: string, before?: Row): Promise<Donation> {
  const words = before && inWords(before) !== inWords(row) ? `${inWords(row)} statt ${inWords(before)}` : inWords(row);
  write.audit('donations.manage', ofBooks(row), `${what}: ${words}`);
  write.changed({ collection: 'books', club: row.club, entityId: row.id });
  const [shown] = await toDonations(write.tx, [row], row.club);
  if (!shown) throw new Problem('not-found');
  return shown;
}

function told(write: Write, row: ReceiptRow, what: string) {
  const receipt = toReceipt(row);
  write.audit('donations.manage', ofBooks(row), `${what}: Nr. ${receipt.no}, ${row.donorName}, ${euros(row.cents)}`);
  write.changed({ collection: 'books', club: row.club, entityId: row.id });
  return receipt;
}

/** Logs an access to a receipt, which its donor can see. */
async function noteReceipt(context: Context, write: Write, row: ReceiptFacts, done: string): Promise<void> {
  const content = `Zuwendungsbestätigung ${done}: Nr. ${toReceipt(row).no}`;
  await noteLetters(context, write, { action: 'donations.manage', ...row, content, listed: await donorsOf(write.tx, row) });
}

/** Audit entries of donations belong to the books, which the auditors read. */
function ofBooks({ club, id }: { club: ClubName; id?: string }) {
  return { club, entity: 'books' as const, ...(id !== undefined && { id }) };
}

function inWords({ donorName, cents, receivedOn }: Row): string {
  return `${donorName}, ${euros(cents)}, ${germanDate(receivedOn)}`;
}
