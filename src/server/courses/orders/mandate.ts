import { mandateInWords, type GivenMandate } from '#shared/courses/orders.ts';
import type { OrderMethod } from '#shared/courses/courseWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { creditorOf } from '#server/club/bankAccounts/service.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import type { NewOrder } from './orders.ts';
import type { OrderPorts, PayerOf } from './ports.ts';

/** Whether the club has a mandate for a person; otherwise the text of a mandate that can be given with the order. */
export type Debit = { hasMandate: boolean; mandateText: string | null };

/** Nothing can be collected. */
export const noDebit: Debit = { hasMandate: false, mandateText: null };

/** A mandate can be given if the person pays for themselves, or their payer is one of the viewer's own persons. */
export function debitOf(personId: string, payer: PayerOf | undefined, own: ReadonlySet<string>, text: string | null): Debit {
  if (!payer || payer.hasOffice) return noDebit;
  if (payer.hasMandate) return { hasMandate: true, mandateText: null };
  return { hasMandate: false, mandateText: mayGive(personId, payer, own) ? text : null };
}

/** The text of a mandate for a club; null if it does not collect. */
export async function mandateTextOf(tx: Transaction, club: ClubName, partner: string): Promise<string | null> {
  const { creditorId } = await creditorOf(tx, club);
  return creditorId ? mandateInWords(partner, creditorId) : null;
}

/** A mandate given with an order: its payers and its input. */
export type ComingMandate = GivenMandate & { payerIds: readonly string[]; words: readonly string[] };

type Asked = {
  personIds: readonly string[];
  /** The possible payers: persons whom the viewer may act for. */
  own: ReadonlySet<string>;
  method: OrderMethod | undefined;
  mandate: GivenMandate | undefined;
  partner: string;
};

/** Checks before the lock whether the mandate can be given here; otherwise a problem of its field. */
export async function comingMandate(
  tx: Transaction,
  club: ClubName,
  { personIds, own, method, mandate, partner }: Asked,
  ports: OrderPorts,
): Promise<ComingMandate | undefined> {
  if (!mandate || method !== 'sepa') return undefined;
  const fault = ports.faultOf({ iban: mandate.iban, holder: mandate.accountHolder });
  if (fault) throw fieldProblem('mandate.iban', fault.replace(/^\w+: /, ''));
  const text = await mandateTextOf(tx, club, partner);
  const payers = [...(await ports.payersOf(tx, personIds))].filter(([, { hasMandate, hasOffice }]) => !hasMandate && !hasOffice);
  if (text === null || payers.some(([personId, payer]) => !mayGive(personId, payer, own)))
    throw fieldProblem('mandate.iban', 'Ein Lastschriftmandat geht hier nicht. Bitte wählen Sie die Überweisung.');
  const account = `Konto: ${mandate.accountHolder}, IBAN endet auf ${mandate.iban.slice(-4)}.`;
  return { ...mandate, payerIds: [...new Set(payers.map(([, { payerId }]) => payerId))], words: [text, account] };
}

/** Adds the text of the mandate to the order. */
export function withMandate(order: NewOrder, mandate: ComingMandate | undefined): NewOrder {
  const { shown } = order;
  return mandate ? { ...order, shown: { ...shown, sentences: [...shown.sentences, ...mandate.words] } } : order;
}

/** Stores the mandate of a placed order. */
export async function giveMandate(
  write: Write,
  club: ClubName,
  { payerIds, iban, accountHolder }: ComingMandate,
  { sign }: Pick<OrderPorts, 'sign'>,
): Promise<void> {
  for (const payerPersonId of payerIds) await sign(write.tx, { club, payerPersonId, iban, accountHolder });
  write.changed({ collection: 'mandates', club });
}

/** An account may be entered only for the person themselves or for payers that the viewer acts for. */
function mayGive(personId: string, { payerId }: PayerOf, own: ReadonlySet<string>): boolean {
  return payerId === personId || own.has(payerId);
}
