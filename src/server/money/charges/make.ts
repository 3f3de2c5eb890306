import { sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { OrderMethod } from '#shared/courses/courseWords.ts';
import { periodInWords } from '#shared/courses/priceShare.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { ProposedCharge } from '#shared/money/charges.ts';
import type { ChargeMethod } from '#shared/money/chargeWords.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { addPayments } from '../payments/movements.ts';
import { billingFacts, type BillingScope, type ChargeRow } from './facts.ts';
import { payersOf, type Payer } from './payers.ts';
import { proposalsFor, refundsFor, unclearAmong, type Proposal } from './proposals.ts';
import { charge } from './table.ts';

type Order = BillingScope & {
  dueOn: string;
  /** Only these are charged; if undefined, everybody in the scope. */
  chosenIds?: readonly string[] | undefined;
  /** Excluded with a reason: for one period, or for all. */
  excluded: readonly { enrolmentId: string; period?: string | undefined; reason: string }[];
  /** The display name of the acting user. */
  by: string;
};

/** The maximum number of lines of a preview; it says so if there are more. */
const previewAtMost = 20_000;

/** The preview of charges and refunds; nothing is written. */
export async function preview(tx: Transaction, scope: BillingScope) {
  const facts = await billingFacts(tx, scope);
  const proposals = proposalsFor(facts, scope.day);
  const unclear = unclearAmong(facts, scope.day);
  const payers = await payersFor(tx, [...proposals, ...unclear]);
  const shown = ({ facts: of, owed }: Proposal): ProposedCharge => {
    const payer = payers.get(of.personId);
    const { id: courseId, title: courseTitle } = of.course;
    return {
      participationId: of.enrolmentId,
      courseId,
      courseTitle,
      name: of.name,
      payer: payer?.name ?? of.name,
      ...owed,
      method: methodOf(payer, of.agreed.method),
      mandate: payer?.mandate ?? null,
    };
  };
  return {
    charges: proposals.slice(0, previewAtMost).map(shown),
    toCheck: unclear.slice(0, previewAtMost).map(shown),
    refunds: refundsFor(facts).slice(0, previewAtMost),
    isCut: proposals.length > previewAtMost || unclear.length > previewAtMost,
  };
}

/**
 * Writes the owed charges. The unique index permits each price once: of two concurrent runs one writes a charge and
 * the other counts it as skipped.
 */
export async function makeCharges(tx: Transaction, { dueOn, chosenIds, excluded, by, ...scope }: Order) {
  const facts = await billingFacts(tx, scope);
  const chosen = chosenIds && new Set(chosenIds);
  const reasonOf = ({ facts: of, owed }: Proposal) =>
    excluded.find(({ enrolmentId, period = owed.period }) => enrolmentId === of.enrolmentId && period === owed.period)?.reason;
  const proposals = proposalsFor(facts, scope.day).filter(
    (proposal) => reasonOf(proposal) !== undefined || !chosen || chosen.has(proposal.facts.enrolmentId),
  );
  const payers = await payersFor(tx, proposals);
  const rows = proposals.map((proposal) => rowOf(proposal, payers, scope.club, dueOn, reasonOf(proposal)));
  const made = [];
  for (let at = 0; at < rows.length; at += 500)
    made.push(
      ...(await tx
        .insert(charge)
        .values(rows.slice(at, at + 500))
        .onConflictDoNothing()
        .returning()),
    );
  const waived = made.filter(({ method }) => method === 'free');
  await waive(tx, waived, by);
  const open = made.filter(({ method }) => method !== 'free');
  return {
    made: open.length,
    excluded: made.length - open.length,
    cents: sumOfCents(open),
    skipped: rows.length - made.length,
    courseIds: [...new Set(made.flatMap(({ courseId }) => courseId ?? []))],
  };
}

/** An excluded person gets the charge and a waiver with the reason. */
function waive(tx: Transaction, rows: readonly ChargeRow[], createdBy: string): Promise<string[]> {
  const waivers = rows.map(({ id, club, payerId, cents, reason }) => ({
    club,
    payerId,
    kind: 'waiver' as const,
    cents,
    bookedOn: today(),
    createdBy,
    note: reason,
    shares: [{ chargeId: id, cents }],
  }));
  return addPayments(tx, waivers);
}

function payersFor(tx: Transaction, proposals: readonly Proposal[]): Promise<Map<string, Payer>> {
  return payersOf(
    tx,
    proposals.map(({ facts: { personId } }) => personId),
    today(),
  );
}

function rowOf({ facts, owed }: Proposal, payers: ReadonlyMap<string, Payer>, club: ClubName, dueOn: string, reason: string | undefined) {
  const payer = payers.get(facts.personId);
  const label = owed.source === 'cancel_fee' ? `Absagegebühr ${facts.course.title}` : facts.course.title;
  const note = owed.source === 'cancel_fee' ? '' : owed.note;
  return {
    id: randomUUID(),
    club,
    reference: nextReference(club),
    personId: facts.personId,
    payerPersonId: payer?.personId ?? facts.personId,
    source: owed.source,
    sourceId: facts.enrolmentId,
    period: owed.period,
    courseId: facts.course.id,
    label: [label, periodInWords(owed.period), note].filter(Boolean).join(', '),
    cents: owed.cents,
    // Not due earlier than agreed in the last step of the order.
    dueOn: facts.agreed.dueOn !== null && facts.agreed.dueOn > dueOn ? facts.agreed.dueOn : dueOn,
    method: reason === undefined ? methodOf(payer, facts.agreed.method) : ('free' as const),
    state: 'open' as const,
    reason: reason ?? '',
    taxSphere: facts.course.taxSphere,
    createdAt: now(),
  };
}

/** The reference of a new charge: its number is drawn from the sequence on insert. */
export function nextReference(club: ClubName) {
  return sql`${club}::text || '-' || nextval('charge_number_seq')`;
}

/** How a charge is paid: as chosen, unless the office pays; by the payer's mandate if there is one. */
export function methodOf(payer: Payer | undefined, chosen: OrderMethod | null): ChargeMethod {
  if (payer?.hasOffice) return 'but';
  if (chosen === 'cash' || chosen === 'but') return chosen;
  return payer?.mandate && chosen !== 'transfer' ? 'sepa' : 'transfer';
}
