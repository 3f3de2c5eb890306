import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import { ibanInFours, maskedIban } from '#shared/kernel/iban.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { namedLabel } from '#shared/money/chargeWords.ts';
import { creditorOf, type Creditor } from '#server/club/bankAccounts/service.ts';
import { isAmong } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { insertRows } from '#server/platform/database/insertRows.ts';
import { postMails, type Mail } from '#server/platform/mail/outbox.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { standsInProfile } from '../charges/payers.ts';
import { payerLines, payersAlreadyTold, type PayerLine } from '../charges/payerLines.ts';
import { charge } from '../charges/table.ts';
import { sepaMandate } from '../mandates/table.ts';
import { sepaNotice } from '../sepa/table.ts';
import type { FeeRunRow } from './table.ts';

type Mandate = Pick<typeof sepaMandate.$inferSelect, 'id' | 'payerPersonId' | 'forPersonId' | 'reference' | 'iban'>;

/**
 * Sends each payer of a run one email about all lines, with the reasons and payment methods. For debits it is the advance notice that SEPA
 * requires. Returns the number of emails.
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
    for (const debit of debits) notices.push(noticeOf(run, debit, { channel: 'mail' }));
  }
  await postMails(tx, mails);
  await insertRows(tx, sepaNotice, notices);
  return mails.length;
}

/** The charges that a run cancelled and replaced, possibly with nothing. */
export function replacedBy({ id }: FeeRunRow): SQL {
  return sql`${eq(charge.replacedByRunId, id)}`;
}

/**
 * Withdraws the notices of a run that are not sent yet, and notifies the other payers that theirs, and the debit it announced, no longer
 * apply. The charges that the run replaced apply again.
 */
export async function notifyOfUndoing(
  tx: Transaction,
  run: FeeRunRow,
  payerIds: ReadonlySet<string>,
  again: ReadonlySet<string>,
): Promise<void> {
  const mandates = tx.select({ id: sepaMandate.id }).from(sepaMandate).where(isAmong(sepaMandate.payerPersonId, payerIds));
  await tx.delete(sepaNotice).where(and(eq(sepaNotice.feeRunId, run.id), inArray(sepaNotice.mandateId, mandates)));
  const mails = (await payersAlreadyTold(tx, run.id, payerIds)).map((payer): Mail => ({
    kind: 'notice',
    club: run.club,
    recipient: payer.email,
    subject: 'Ihre Beitragsmitteilung gilt nicht mehr',
    body: `Guten Tag ${payer.name},\n\nunsere Beitragsmitteilung vom ${germanDate(localOf(run.createdAt).date)} gilt nicht mehr: Wir haben den Beitragslauf zurückgenommen. Bitte überweisen Sie danach nichts; eingezogen wird auch nichts. ${again.has(payer.id) ? 'Was wir davor gefordert hatten, gilt wieder.' : 'Sie bekommen eine neue Mitteilung.'}\n`,
    onceKey: `fees:${run.id}:${payer.id}:undone`,
  }));
  await postMails(tx, mails);
}

/** The mandates of a club from which fees can be collected, by payer. */
export async function activeMandates(tx: Transaction, { club }: FeeRunRow): Promise<Map<string, Mandate[]>> {
  const { id, payerPersonId, forPersonId, reference, iban } = sepaMandate;
  const rows = await tx
    .select({ id, payerPersonId, forPersonId, reference, iban })
    .from(sepaMandate)
    .where(
      and(eq(sepaMandate.club, club), eq(sepaMandate.state, 'active'), eq(sepaMandate.kind, 'recurrent'), sql`not ${sepaMandate.isPaused}`),
    );
  return Map.groupBy(rows, ({ payerPersonId }) => payerPersonId);
}

/** The lines that are collected by one mandate on one day. */
type Debited = { mandate: Mandate; dueOn: string; cents: number };

/** The debits of some lines by mandate and day: a mandate for the person takes precedence over one for all. */
export function debitsOf(lines: readonly PayerLine[], mandates: readonly Mandate[]): Debited[] {
  const collected = lines.filter(({ method, cents }) => method === 'sepa' && cents > 0);
  const mandateFor = ({ personId }: PayerLine) =>
    mandates.find(({ forPersonId }) => forPersonId === personId) ?? mandates.find(({ forPersonId }) => forPersonId === null);
  const pairs = collected.flatMap((line) => {
    const mandate = mandateFor(line);
    return mandate ? [{ mandate, line }] : [];
  });
  return [...Map.groupBy(pairs, ({ mandate, line }) => `${line.dueOn} ${mandate.id}`)]
    .toSorted(([one], [other]) => (one.slice(0, 10) < other.slice(0, 10) ? -1 : 1))
    .flatMap(([, some]) => {
      const [first] = some;
      return first ? [{ mandate: first.mandate, dueOn: first.line.dueOn, cents: sumOfCents(some.map(({ line }) => line)) }] : [];
    });
}

type Way = { channel: 'mail' } | { channel: 'letter'; postedOn: string };

/** The advance notice of a debit of the run to the payer of a mandate. */
export function noticeOf({ id: feeRunId, club }: FeeRunRow, { mandate, dueOn, cents }: Debited, way: Way) {
  return { id: randomUUID(), club, mandateId: mandate.id, feeRunId, dueOn, cents, toldOn: today(), createdAt: now(), ...way };
}

/** The charges of a run for a payer, and the earlier ones that no longer apply. */
type Told = { lines: readonly PayerLine[]; replaced: readonly PayerLine[] };

/** The notice of a run to a payer in paragraphs: what for, what it replaces, and how it is paid. */
export function feeParagraphs(creditor: Creditor, { lines, replaced }: Told, debits: readonly Debited[]): string[] {
  const shown = lines.map((line) => `- ${namedLabel(line)}: ${euros(line.cents)}`).join('\n');
  const collected = [...Map.groupBy(debits, ({ mandate }) => mandate).entries()].map(([mandate, of]) => debitWords(mandate, of, creditor));
  const byDay = [...Map.groupBy(lines, ({ dueOn }) => dueOn)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const old = replaced.map((line) => `- ${line.reference}: ${namedLabel(line)}: ${euros(line.cents)}`).join('\n');
  return [
    lines.length > 0 && `das sind Ihre Beiträge:\n\n${shown}`,
    replaced.length > 0 &&
      `${lines.length > 0 ? 'Dafür gilt' : 'das gilt'} nicht mehr:\n\n${old}\n\nBitte überweisen Sie dafür nichts; eingezogen wird es auch nicht.`,
    ...collected,
    ...byDay.flatMap(([day, of]) => payingWords(of, creditor, germanDate(day))),
  ].filter((words) => words !== false);
}

/** The debits of a mandate in words: its account and references once, however many days there are. */
function debitWords({ iban, reference }: Mandate, debits: readonly Debited[], { creditorId }: Creditor): string {
  const account = maskedIban(iban);
  const days = debits.map(({ dueOn, cents }) => `- am ${germanDate(dueOn)}: ${euros(cents)}`);
  const [first] = debits;
  const words =
    first && debits.length === 1
      ? `Am ${germanDate(first.dueOn)} ziehen wir ${euros(first.cents)} von Ihrem Konto ${account} ein.`
      : `Von Ihrem Konto ${account} ziehen wir ein:\n${days.join('\n')}`;
  return `${words}\nMandatsreferenz: ${reference ?? ''}\nGläubiger-Identifikationsnummer: ${creditorId}`;
}

function mailOf(run: FeeRunRow, creditor: Creditor, told: Told, debits: readonly Debited[]): Mail {
  const first = told.lines[0] ?? told.replaced[0];
  const cents = sumOfCents(told.lines);
  const parts = [`Guten Tag ${first?.payer ?? ''},`, ...feeParagraphs(creditor, told, debits)];
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
    occasion: run.id,
    ...(first && { subjectId: first.payerId }),
  };
}

type PaidLine = Pick<PayerLine, 'method' | 'cents' | 'reference'> & {
  /** The part of a refund that only reduces what was still open. */ offCents?: number;
};

/** The amounts that are not debited, in words for an email: to be transferred, paid in cash or by the office, deducted, or refunded. */
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
