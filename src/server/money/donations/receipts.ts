import { and, eq, getColumns, gte, inArray, isNull, lte, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { DonationSettings, ReceiptContent, WholeReceipt } from '#shared/money/donations/contract.ts';
import { isUnsigned, lacking } from '#shared/money/donations/receipt.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { person } from '#server/people/persons/table.ts';
import { fullNameOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { keptSheet, sheetName } from './receiptFile.ts';
import { donation, donationReceipt, donationSettings } from './table.ts';

export type ReceiptRow = typeof donationReceipt.$inferSelect;
/** A receipt without its sheet. */
export type ReceiptFacts = Omit<ReceiptRow, 'file'>;
const { file: _file, ...facts } = getColumns(donationReceipt);
/** The columns of a receipt without its sheet, for lists. */
export const factColumns = facts;
type DonationRow = typeof donation.$inferSelect;

/** The tax notice for receipts of a club; null before one is entered. */
export async function settingsOf(tx: Transaction, club: ClubName): Promise<DonationSettings | null> {
  const [row] = await tx.select().from(donationSettings).where(eq(donationSettings.club, club));
  if (!row) return null;
  const { club: _club, ...settings } = row;
  return settings;
}

type Issuer = { name: string; userId: string };

/** Issues a receipt for each donor and year of these donations, by name. The transaction must be in the scope of the club. */
export async function issueReceipts(tx: Transaction, club: ClubName, ids: readonly string[], by: Issuer): Promise<ReceiptRow[]> {
  // Numbers are assigned one at a time; the second transaction sees what the first one committed.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`donations:${club}`}, 0))`);
  const rows = await tx
    .select()
    .from(donation)
    .where(and(eq(donation.club, club), inArray(donation.id, [...ids])))
    .orderBy(donation.receivedOn, donation.id)
    .for('update');
  if (rows.length < new Set(ids).size) throw new Problem('not-found');
  if (rows.some(({ receiptId }) => receiptId !== null)) throw new Problem('wrong-state');
  const settings = await settingsOf(tx, club);
  const missing = lacking(settings, today());
  if (!settings || missing.length > 0)
    throw new Problem('not-ready', { fields: missing.map((message) => ({ path: 'donationIds', message })) });
  const { version: _version, ...said } = settings;
  const groups = Map.groupBy(rows, ({ donorName, donorAddress, receivedOn }) =>
    [donorName, donorAddress, receivedOn.slice(0, 4)].join('\n'),
  );
  const year = Number(today().slice(0, 4));
  const [last] = await tx
    .select({ number: sql<number>`coalesce(max(${donationReceipt.number}), 0)::int` })
    .from(donationReceipt)
    .where(and(eq(donationReceipt.club, club), eq(donationReceipt.year, year)));
  const issued: ReceiptRow[] = [];
  for (const [, gifts] of [...groups].toSorted(([one], [other]) => compareNames(one, other))) {
    const [first] = gifts;
    if (!first) continue;
    const content = contentOf(gifts, first, said);
    issued.push(await insertReceipt(tx, { club, year, number: (last?.number ?? 0) + issued.length + 1, content, gifts, by }));
  }
  return issued;
}

type New = { club: ClubName; year: number; number: number; content: ReceiptContent; gifts: readonly DonationRow[]; by: Issuer };

async function insertReceipt(tx: Transaction, { club, year, number, content, gifts, by }: New): Promise<ReceiptRow> {
  const { donorName, cents } = content;
  const sheet = await keptSheet({ no: `${year}-${number}`, issuedOn: today(), content });
  const values = { id: randomUUID(), club, year, number, issuedOn: today(), donorName, cents, content, ...sheet };
  const [receipt] = await tx
    .insert(donationReceipt)
    .values({ ...values, createdBy: by.name, createdById: by.userId })
    .returning();
  if (!receipt) throw new Error('The receipt was not written.');
  await tx
    .update(donation)
    .set({ receiptId: receipt.id })
    .where(
      inArray(
        donation.id,
        gifts.map(({ id }) => id),
      ),
    );
  return receipt;
}

function contentOf(
  rows: readonly DonationRow[],
  { donorName, donorAddress }: DonationRow,
  settings: ReceiptContent['settings'],
): ReceiptContent {
  const lines = rows.map(({ receivedOn, cents, kind }) => ({ receivedOn, cents, kind }));
  const cents = sumOfCents(lines);
  return { isCollective: lines.length > 1, donorName, donorAddress, cents, settings, lines };
}

/** Cancels a receipt; its number stays used, and its donations can be receipted again. */
export async function cancelReceipt(tx: Transaction, row: ReceiptRow, reason: string): Promise<ReceiptRow> {
  if (row.cancelledAt) throw new Problem('wrong-state');
  await tx.update(donation).set({ receiptId: null }).where(eq(donation.receiptId, row.id));
  const [cancelled] = await tx
    .update(donationReceipt)
    .set({ cancelledAt: now(), reason, version: row.version + 1 })
    .where(eq(donationReceipt.id, row.id))
    .returning();
  if (!cancelled) throw new Problem('not-found');
  return cancelled;
}

/** A receipt with its content. */
export function toReceipt({
  id,
  year,
  number,
  issuedOn,
  donorName,
  cents,
  content,
  createdBy,
  cancelledAt,
  reason,
  mailedAt,
  version,
}: ReceiptFacts): WholeReceipt {
  const counts = { cents, donations: content.lines.length };
  return {
    id,
    no: `${year}-${number}`,
    issuedOn,
    donorName,
    ...counts,
    createdBy,
    cancelledAt: cancelledAt?.toISOString() ?? null,
    reason,
    mailedAt: mailedAt?.toISOString() ?? null,
    mayMail: cancelledAt === null && isUnsigned(content),
    version,
    content,
  };
}

/** The donor's records in the club: donors need not be persons, so name and street must be those of the receipt. */
export async function donorsOf(tx: Transaction, { club, content: { donorName, donorAddress } }: ReceiptFacts): Promise<string[]> {
  const rows = await tx
    .select({ id: person.id, street: person.street })
    .from(person)
    .where(and(eq(person.club, club), isNull(person.anonymisedAt), sql`lower(${fullNameOf(person)}) = lower(${donorName})`));
  const address = donorAddress.toLowerCase();
  return rows.flatMap(({ id, street }) => (street?.trim() && address.includes(street.trim().toLowerCase()) ? [id] : []));
}

/** The sheet of a locked receipt; one from before sheets were stored is generated now and stored. */
export async function sheetOf(tx: Transaction, row: ReceiptRow): Promise<{ name: string; file: string }> {
  const { no, issuedOn, content } = toReceipt(row);
  if (row.file !== null) return { name: sheetName(no), file: row.file };
  const sheet = await keptSheet({ no, issuedOn, content });
  await tx.update(donationReceipt).set(sheet).where(eq(donationReceipt.id, row.id));
  return { name: sheetName(no), file: sheet.file };
}

type Printed = { club: ClubName; year: number; from?: number | undefined; to?: number | undefined };

/** The valid receipts of a year, or of a range of its numbers, by number. */
export async function validReceipts(tx: Transaction, { club, year, from, to }: Printed): Promise<ReceiptFacts[]> {
  const { number } = donationReceipt;
  return tx
    .select(factColumns)
    .from(donationReceipt)
    .where(
      and(
        eq(donationReceipt.club, club),
        eq(donationReceipt.year, year),
        isNull(donationReceipt.cancelledAt),
        from === undefined ? undefined : gte(number, from),
        to === undefined ? undefined : lte(number, to),
      ),
    )
    .orderBy(number)
    .limit(1000);
}

/** Emails a locked receipt that is valid without a signature, as an attachment. */
export async function mailReceipt(tx: Transaction, row: ReceiptRow, recipient: string): Promise<ReceiptRow> {
  const { no, mayMail, content, cents } = toReceipt(row);
  if (!mayMail) throw new Problem('wrong-state');
  const { name, file } = await sheetOf(tx, row);
  const [issuer = ''] = content.settings.issuer.split('\n');
  await postMail(tx, {
    kind: 'notice',
    club: row.club,
    recipient,
    subject: `Ihre Zuwendungsbestätigung Nr. ${no}`,
    body: `Guten Tag ${row.donorName},\n\nvielen Dank für Ihre Spende. Die Bestätigung über ${euros(cents)} hängt an dieser Mail; sie gilt ohne Unterschrift.\n\n${issuer}\n`,
    attachments: [{ name, type: 'application/pdf', base64: file }],
  });
  const [mailed] = await tx
    .update(donationReceipt)
    .set({ mailedAt: now(), version: row.version + 1 })
    .where(eq(donationReceipt.id, row.id))
    .returning();
  if (!mailed) throw new Problem('not-found');
  return mailed;
}
