import { z } from 'zod';
import { iban } from '#shared/kernel/iban.ts';
import { requiredLine } from '#shared/kernel/fields.ts';
import { addDays, addMonths, germanDate, type LocalDate, instantInWords } from '#shared/kernel/calendar.ts';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import { bindingSentence } from './cancellation.ts';
import { priceUnitNames, type PriceUnit, allowableMethods, orderMethods } from './courseWords.ts';
import { withdrawalEndsOn } from './declarationRules.ts';
import type { BegunPeriod, PeriodSum } from './priceShare.ts';

/** Validates the payment methods that a club allows besides direct debit and transfer. */
export const alsoBy = z
  .array(z.enum(allowableMethods))
  .describe('The payment methods that the club allows besides direct debit and transfer.');

/** Validates a payment method of an order. */
export const orderMethod = z.enum(orderMethods);

/** The transfer data of an order, if paid by transfer. */
export const orderedTransfer = z.object({
  name: z.string(),
  iban: z.string(),
  cents: z.int().nullable().describe('Null if the amount is only announced when it is due.'),
  reference: z.string(),
  dueOn: z.string().nullable(),
});

/** The bank account of a mandate given with an order. */
export const givenMandate = z.strictObject({ iban, accountHolder: requiredLine(70) });
export type GivenMandate = z.infer<typeof givenMandate>;

/** The text of a SEPA mandate including the payer's refund right, as worded by the SEPA scheme. */
export function mandateInWords(club: string, creditorId: string): string {
  return `Ich ermächtige ${club} (Gläubiger-Identifikationsnummer ${creditorId}), Beträge von meinem Konto per Lastschrift einzuziehen, und weise meine Bank an, sie einzulösen. Innerhalb von acht Wochen ab der Belastung kann ich die Erstattung verlangen; es gelten die Bedingungen meiner Bank.`;
}

/** The price for one person of an order; persons on the waiting list owe nothing. */
export type OrderLine = {
  priceCents: number | null;
  pricePer: PriceUnit | null;
  waits: boolean;
  begun: BegunPeriod | null;
  /** What the first payment is for, by month, quarter or year; empty for a single price. */
  firstDue: readonly PeriodSum[];
};

/** The effect of the last button: enrol, accept an offered place, or confirm a guest's enrolment. */
export type OrderAction = 'sign-up' | 'accept' | 'confirm';

/** The facts that the sentences of the last step depend on. */
export type OrderFacts = {
  action: OrderAction;
  /** The contracting party: name and address. */
  partner: string;
  lines: readonly OrderLine[];
  /** The termination rule as German sentences. */
  rule: readonly string[];
  /** The total cancellation fee as of today; 0 while cancellation is free. */
  feeCents: number;
  /** Whether it continues until notice is given. */
  isPermanent: boolean;
  /** Whether it follows a seat in another group: the contract goes on, and with it the days to withdraw from it. */
  isMove?: boolean;
  /** The last day if notice were given today; null for fixed terms. */
  endsOnNotice: LocalDate | null;
  needsApproval: boolean;
  dueOn: LocalDate | null;
  today: LocalDate;
};

/** The last step before a contract: the sentences, total and button as shown to the user and stored with the order. */
export const shownOrder = z.object({
  sentences: z.array(z.string()),
  sum: z.string().describe('The total as German text; empty if it is unknown or free of charge.'),
  button: z.string(),
});
export type ShownOrder = z.infer<typeof shownOrder>;

/** The last step of an order, for the page and the stored order. */
export function orderInWords(facts: OrderFacts): ShownOrder {
  const sum = sumOf(facts.lines);
  // With a fee, the binding sentence replaces the first sentence of the rule, which states the same without the amount.
  const isAsked = facts.needsApproval && facts.action !== 'accept';
  const rule = facts.feeCents > 0 ? [bindingSentence(euros(facts.feeCents), isAsked), ...facts.rule.slice(1)] : facts.rule;
  const today = facts.endsOnNotice ? [`Wer heute kündigt, ist bis zum ${germanDate(facts.endsOnNotice)} dabei.`] : [];
  const waits = onlyWaits(facts) ? waitingWords(facts) : [...(isAsked ? [askedSentence] : []), ...rule, ...today];
  return {
    sentences: [partnerInWords(facts.partner), ...waits, ...(sum ? costWords(facts) : [])],
    sum,
    button: buttonOf(facts, sum !== ''),
  };
}

/** The sentence of an offer whose club decides about each enrolment. */
const askedSentence = 'Der Verein muss noch zusagen; bis dahin ziehen Sie kostenlos zurück.';

/** The sentence above the button of the waiting list. */
export const waitingSentence = 'Erst wenn Sie einen angebotenen Platz annehmen, entsteht ein Vertrag.';

/** Who confirms an address reads first that there is no seat; the form of an enrolment says so in its title. */
function waitingWords({ action }: Pick<OrderFacts, 'action'>): string[] {
  return [...(action === 'confirm' ? [fullSentence] : []), waitingSentence];
}

const fullSentence = 'Es ist alles belegt: Mit der Bestätigung stehen Sie kostenlos auf der Warteliste.';

/** The label of the checkbox before the last button; joining the waiting list is not binding. */
export function agreedWords(onlyWaits: boolean): string {
  return onlyWaits ? 'Ich möchte auf die Warteliste.' : 'Ich melde verbindlich an und habe gelesen, wie ich wieder absage.';
}

/** The contracting party as a German sentence. */
export function partnerInWords(partner: string): string {
  return `Vertragspartner: ${partner}`;
}

/** The earliest due date of an order: some days after it, and not before the first session. */
export function firstDueOn(orderedOn: LocalDate, days: number, firstDate: LocalDate | null): LocalDate {
  const earliest = addDays(orderedOn, days);
  return firstDate !== null && firstDate > earliest ? firstDate : earliest;
}

/** The due date of what is charged per month, quarter or year: the first such day of a month that is not before the earliest date. */
export function groupDueOn(earliest: LocalDate, day: number): LocalDate {
  const inMonth = `${earliest.slice(0, 8)}${String(day).padStart(2, '0')}`;
  return inMonth >= earliest ? inMonth : addMonths(inMonth, 1);
}

/** A price with its unit in German: "12,00 € im Monat". */
export function priceInWords({ priceCents, pricePer }: Pick<OrderLine, 'priceCents' | 'pricePer'>): string {
  if (priceCents === null) return '';
  return priceCents === 0 ? 'kostenlos' : [euros(priceCents), pricePer && priceUnitNames[pricePer]].filter(Boolean).join(' ');
}

/** The cancellation rule of an event as German sentences. */
export function eventRuleInWords(cancelUntil: string | null): string[] {
  if (cancelUntil === null) return ['Bis zum Beginn sagen Sie kostenlos ab.'];
  return [`Bis ${instantInWords(cancelUntil)}, sagen Sie kostenlos ab.`];
}

/** The total of several persons by unit: "Zusammen 24,00 € im Monat". */
function sumOf(lines: readonly OrderLine[]): string {
  const owing = lines.filter(({ priceCents, waits }) => priceCents && !waits);
  const sums = [...Map.groupBy(owing, ({ pricePer }) => pricePer)].map(([pricePer, group]) =>
    priceInWords({ pricePer, priceCents: group.reduce((sum, one) => sum + (one.priceCents ?? 0), 0) }),
  );
  if (sums.length === 0) return '';
  return `${owing.length > 1 ? 'Zusammen' : 'Preis:'} ${sums.join(' und ')}`;
}

/** Why less than the whole price is paid: for the current period, apart from later ones ("Für 11/2026 …"), or once. */
export function begunInWords(lines: readonly (Pick<OrderLine, 'begun'> & { waits?: boolean })[]): string[] {
  const begun = lines.flatMap(({ begun: one, waits }) => (one && !waits ? [one] : []));
  return [...Map.groupBy(begun, ({ period, note }) => `${period}: ${note}`)].map(([, group]) => {
    const [{ period, note } = { period: '', note: '' }] = group;
    const cents = sumOfCents(group);
    if (!period) return `Der Preis ist ${note}.`;
    return `Für ${period} zahlen Sie nur ${euros(cents)}${group.length > 1 ? ' zusammen' : ''}: ${note}.`;
  });
}

function costWords({ isPermanent, isMove = false, dueOn, today, lines }: OrderFacts): string[] {
  const withdrawal = isPermanent
    ? `Widerrufen können Sie bis zum ${germanDate(withdrawalEndsOn(today))}.`
    : 'Ein Widerrufsrecht gibt es nicht, weil die Termine feststehen (§ 312g Abs. 2 Nr. 9 BGB).';
  return [...begunInWords(lines), ...(isMove ? [] : [withdrawal]), ...(dueOn === null ? [] : [dueInWords(dueOn, lines)])];
}

/** When the first payment is due, and of how much: "… fällig: 33,60 € (11/2026 9,60 €, 12/2026 24,00 €)." */
function dueInWords(dueOn: LocalDate, lines: readonly OrderLine[]): string {
  const due = lines.flatMap(({ firstDue, waits }) => (waits ? [] : firstDue));
  const day = `Die erste Zahlung ist frühestens am ${germanDate(dueOn)} fällig`;
  if (due.length === 0) return `${day}.`;
  const periods = [...Map.groupBy(due, ({ period }) => period)].map(([period, sums]) => `${period} ${euros(sumOfCents(sums))}`);
  return `${day}: ${euros(sumOfCents(due))}${periods.length > 1 ? ` (${periods.join(', ')})` : ''}.`;
}

function onlyWaits({ action, lines }: Pick<OrderFacts, 'action' | 'lines'>): boolean {
  return action !== 'accept' && lines.length > 0 && lines.every(({ waits }) => waits);
}

/** The button label required by law (§ 312j BGB): it states that the order costs money. */
function buttonOf({ action, lines, needsApproval }: OrderFacts, costs: boolean): string {
  if (action === 'accept') return costs ? 'Platz zahlungspflichtig annehmen' : 'Platz annehmen';
  if (action === 'confirm') return costs ? 'Zahlungspflichtig bestätigen' : 'Anmeldung bestätigen';
  if (onlyWaits({ action, lines })) return 'Kostenlos auf die Warteliste';
  if (costs) return 'Zahlungspflichtig anmelden';
  return needsApproval ? 'Anfragen' : 'Verbindlich anmelden';
}
