import { and, eq, sql, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import { ibanInFours, maskedIban } from '#shared/kernel/iban.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { blocksOf } from '#server/platform/database/blocks.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { postMails, type Mail } from '#server/platform/outbox.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { standsInProfile } from '../charges/payers.ts';
import { payerLines, payersByEmail, type PayerLine } from '../charges/payerLines.ts';
import { charge } from '../charges/table.ts';
import { sepaMandate } from '../mandates/table.ts';
import { creditorOf } from '../sepa/sepaItems.ts';
import { sepaNotice } from '../sepa/table.ts';
import type { FeeRunRow } from './table.ts';

type Mandate = typeof sepaMandate.$inferSelect;
type Creditor = Awaited<ReturnType<typeof creditorOf>>;

/**
 * Sends each payer of a run one mail over all lines, with their reasons and how they are paid. For what is collected it is the
 * advance notice that the rules of SEPA ask for. Gives how many mails there are.
 */
export async function notifyPayers(tx: Transaction, run: FeeRunRow): Promise<number> {
  const creditor = await creditorOf(tx, run.club);
  const mandates = await activeMandates(tx, run);
  const byPayer = Map.groupBy(await payerLines(tx, eq(charge.feeRunId, run.id)), ({ payerId }) => payerId);
  const replaced = Map.groupBy(await payerLines(tx, replacedBy(run)), ({ payerId }) => payerId);
  const mails: Mail[] = [];
  const notices: (typeof sepaNotice.$inferInsert)[] = [];
  for (const payerId of new Set([...byPayer.keys(), ...replaced.keys()])) {
    const told = { lines: byPayer.get(payerId) ?? [], replaced: replaced.get(payerId) ?? [] };
    const { lines } = told;
    if (!(lines[0] ?? told.replaced[0])?.email) continue;
    const debits = debitsOf(lines, mandates.get(payerId) ?? []);
    mails.push(mailOf(run, creditor, told, debits));
    for (const [mandate, of] of debits) notices.push(noticeOf(run, mandate, sumOfCents(of), { channel: 'mail' }));
  }
  await postMails(tx, mails);
  for (const block of blocksOf(notices)) await tx.insert(sepaNotice).values(block);
  return mails.length;
}

/** The charges that a run cancelled to charge something else, or nothing. */
export function replacedBy({ id }: FeeRunRow): SQL {
  return sql`${eq(charge.replacedByRunId, id)}`;
}

/** Notifies payers that the notice of a run no longer holds; it announces no debit either. What it replaced holds again. */
export async function notifyOfUndoing(
  tx: Transaction,
  run: FeeRunRow,
  payerIds: ReadonlySet<string>,
  again: ReadonlySet<string>,
): Promise<void> {
  await tx.delete(sepaNotice).where(eq(sepaNotice.feeRunId, run.id));
  const mails = (await payersByEmail(tx, payerIds)).map((payer): Mail => ({
    kind: 'notice',
    club: run.club,
    recipient: payer.email,
    subject: 'Ihre Beitragsmitteilung gilt nicht mehr',
    body: `Guten Tag ${payer.name},\n\nunsere Beitragsmitteilung vom ${germanDate(localOf(run.createdAt).date)} gilt nicht mehr: Wir haben den Beitragslauf zurückgenommen. Bitte überweisen Sie danach nichts; eingezogen wird auch nichts. ${again.has(payer.id) ? 'Was wir davor gefordert hatten, gilt wieder.' : 'Sie bekommen eine neue Mitteilung.'}\n`,
    onceKey: `fees:${run.id}:${payer.id}:undone`,
  }));
  await postMails(tx, mails);
}

/** The mandates of a club by which fees can be collected, by who gave them. */
export async function activeMandates(tx: Transaction, { club }: FeeRunRow): Promise<Map<string, Mandate[]>> {
  const rows = await tx
    .select()
    .from(sepaMandate)
    .where(
      and(eq(sepaMandate.club, club), eq(sepaMandate.state, 'active'), eq(sepaMandate.kind, 'recurrent'), sql`not ${sepaMandate.isPaused}`),
    );
  return Map.groupBy(rows, ({ payerPersonId }) => payerPersonId);
}

/** By which mandate each line is collected: that for the person before the one for all. */
export function debitsOf(lines: readonly PayerLine[], mandates: readonly Mandate[]): [Mandate, PayerLine[]][] {
  const collected = lines.filter(({ method, cents }) => method === 'sepa' && cents > 0);
  const mandateFor = ({ personId }: PayerLine) =>
    mandates.find(({ forPersonId }) => forPersonId === personId) ?? mandates.find(({ forPersonId }) => forPersonId === null);
  const pairs = collected.flatMap((line) => {
    const mandate = mandateFor(line);
    return mandate ? [{ mandate, line }] : [];
  });
  return [...Map.groupBy(pairs, ({ mandate }) => mandate)].map(([mandate, some]) => [mandate, some.map(({ line }) => line)]);
}

type Way = { channel: 'mail' } | { channel: 'letter'; postedOn: string };

/** That who pays by a mandate was told of a debit of the run. */
export function noticeOf({ id: feeRunId, club, dueOn }: FeeRunRow, { id: mandateId }: Mandate, cents: number, way: Way) {
  return { id: randomUUID(), club, mandateId, feeRunId, dueOn, cents, toldOn: today(), createdAt: now(), ...way };
}

/** What is charged to a payer by a run, and what no longer holds of before. */
type Told = { lines: readonly PayerLine[]; replaced: readonly PayerLine[] };

/** What a payer is told of a run, in paragraphs: what for, what it replaces, and how it is paid. */
export function feeParagraphs(
  run: FeeRunRow,
  creditor: Creditor,
  { lines, replaced }: Told,
  debits: readonly [Mandate, PayerLine[]][],
): string[] {
  const day = germanDate(run.dueOn);
  const shown = lines.map((line) => `- ${[line.name, line.label].filter(Boolean).join(': ')}: ${euros(line.cents)}`).join('\n');
  const collected = debits.map(
    ([mandate, of]) =>
      `Am ${day} ziehen wir ${euros(sumOfCents(of))} von Ihrem Konto ${maskedIban(mandate.iban)} ein.\nMandatsreferenz: ${mandate.reference ?? ''}\nGläubiger-Identifikationsnummer: ${creditor.creditorId}`,
  );
  const old = replaced.map(({ reference, label, cents }) => `- ${reference}: ${label}: ${euros(cents)}`).join('\n');
  return [
    lines.length > 0 && `das sind Ihre Beiträge:\n\n${shown}`,
    replaced.length > 0 &&
      `${lines.length > 0 ? 'Dafür gilt' : 'das gilt'} nicht mehr:\n\n${old}\n\nBitte überweisen Sie dafür nichts; eingezogen wird es auch nicht.`,
    ...collected,
    ...payingWords(lines, creditor, day),
  ].filter((words) => words !== false);
}

function mailOf(run: FeeRunRow, creditor: Creditor, told: Told, debits: readonly [Mandate, PayerLine[]][]): Mail {
  const first = told.lines[0] ?? told.replaced[0];
  const cents = sumOfCents(told.lines);
  const parts = [`Guten Tag ${first?.payer ?? ''},`, ...feeParagraphs(run, creditor, told, debits)];
  const ending = `${first ? standsInProfile(first) : ''}Stimmt etwas nicht? Antworten Sie dem Verein gern.`;
  return {
    kind: 'notice',
    club: run.club,
    recipient: first?.email ?? '',
    subject:
      told.lines.length === 0
        ? `Gilt nicht mehr: ${euros(sumOfCents(told.replaced))}`
        : `Beitragsmitteilung: ${cents < 0 ? `${euros(0 - cents)} weniger` : euros(cents)}`,
    body: `${[...parts, ending, creditor.creditorName].filter(Boolean).join('\n\n')}\n`,
    onceKey: `fees:${run.id}:${first?.payerId ?? ''}`,
  };
}

type PaidLine = Pick<PayerLine, 'method' | 'cents' | 'reference'> & {
  /** What of a refund was still open and only gets less. */ offCents?: number;
};

/** The amounts that are not collected, in words for a mail: to be transferred, paid in cash, paid by the office, taken off, or coming back. */
export function payingWords(lines: readonly PaidLine[], { creditorName, creditorIban }: Creditor, day: string): string[] {
  const of = (method: PaidLine['method']) => lines.filter((line) => line.method === method && line.cents > 0);
  const [transfer, cash, office, back] = [of('transfer'), of('cash'), of('but'), lines.filter(({ cents }) => cents < 0)];
  const iban = ibanInFours(creditorIban);
  const account = iban && `\nEmpfänger: ${creditorName}\nIBAN: ${iban}`;
  const off = back.reduce((sum, { offCents = 0 }) => sum + offCents, 0);
  const given = 0 - sumOfCents(back) - off;
  const references = transfer.map(({ reference }) => reference).join(', ');
  return [
    transfer.length > 0 && `Bitte überweisen Sie ${euros(sumOfCents(transfer))} bis zum ${day}.${account}\nVerwendungszweck: ${references}`,
    cash.length > 0 && `${euros(sumOfCents(cash))} bezahlen Sie bitte bis zum ${day} bar.`,
    office.length > 0 && `${euros(sumOfCents(office))} rechnen wir mit dem Amt ab (Bildung und Teilhabe).`,
    off > 0 && `Um ${euros(off)} wird weniger, was Sie noch zu zahlen haben; bei Raten entfallen die letzten zuerst.`,
    given > 0 && `${euros(given)} bekommen Sie zurück.`,
  ].filter((words) => words !== false);
}
