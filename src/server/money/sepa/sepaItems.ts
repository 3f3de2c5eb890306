import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { isIban, maskedIban } from '#shared/kernel/iban.ts';
import { isMandateLapsed, isSepaId, nextBankDay, sepaText } from '#shared/money/sepaRules.ts';
import { chargeSets, feeSources } from '#shared/money/chargeWords.ts';
import { runAtMostItems, type Debit, type SepaProposal } from '#shared/money/sepaRuns.ts';
import { sepaMandate } from '../mandates/table.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { groupedByMandate, type ItemRow } from './sepaFile.ts';
import { restOf, type OpenCharge } from '#shared/money/paymentRules.ts';
import { sumOfCents } from '#shared/kernel/money.ts';
import { listedName } from '#shared/kernel/fullName.ts';
import type { ChargeRow } from '../charges/facts.ts';
import { charge } from '../charges/table.ts';
import { today } from '#server/platform/process/clock.ts';

const latest = alias(sepaMandate, 'latest');
const beneficiary = alias(person, 'beneficiary');

type Pays = { payerPersonId: string; payerEmail: string | null; openCharge: OpenCharge };

export type Collectable = {
  items: (Omit<ItemRow, 'runId' | 'endToEndId' | 'formerCreditorId' | 'returnCode' | 'returnedOn'> & {
    reference: string;
    /** The person that the charge is for. */ name: string;
    label: string;
  } & Pays)[];
  faults: Omit<SepaProposal['faults'][number], 'remindedOn'>[];
  /** The number of charges that are only collected by a later run. */
  later: number;
};

/** The selection for a run: the collection day, and the due charges. */
export type Choice = {
  club: ClubName;
  day: string;
  dueUntil?: string | undefined;
  source?: ChargeRow['source'] | undefined;
  /** The account of the club, if it is not the one that collects. */ accountId?: string | undefined;
  /** Only those of these payers. */ payerIds?: readonly string[];
};

/** The open charges that can be collected on a day, and why others cannot. `isLocked` locks them. */
export async function collectable(tx: Transaction, choice: Choice, isLocked = false): Promise<Collectable> {
  const result: Collectable = { items: [], faults: [], later: 0 };
  let last: string | undefined;
  for (;;) {
    const rows = await dueCharges(tx, choice, last, isLocked);
    last = rows.at(-1)?.row.id;
    for (const { row, mandate, payer, whom } of rows) {
      const fit = fitFor(mandate, choice.day);
      if ('reason' in fit)
        result.faults.push({
          chargeId: row.id,
          payerPersonId: payer.id,
          reference: row.reference,
          name: listedName(payer),
          ...fit,
        });
      else if (result.items.length >= runAtMostItems) result.later++;
      else result.items.push({ ...itemOf(row, fit), payerPersonId: payer.id, name: listedName(whom), payerEmail: payer.email });
    }
    if (rows.length < pageOfCharges) return result;
  }
}

const pageOfCharges = 2000;

/** A page of the due charges to be collected, with their mandates. */
function dueCharges(
  tx: Transaction,
  { club, day, dueUntil = day, source, payerIds }: Choice,
  after: string | undefined,
  isLocked: boolean,
) {
  const query = tx
    .select({
      row: charge,
      mandate: sepaMandate,
      payer: { id: person.id, firstname: person.firstname, lastname: person.lastname, email: person.email },
      whom: { firstname: beneficiary.firstname, lastname: beneficiary.lastname },
    })
    .from(charge)
    .innerJoin(person, eq(person.id, charge.payerPersonId))
    .innerJoin(beneficiary, eq(beneficiary.id, charge.personId))
    .leftJoin(
      sepaMandate,
      sql`${sepaMandate.id} = (select ${latest.id} from ${sepaMandate} as ${latest}
        where ${latest.payerPersonId} = ${charge.payerPersonId} and ${latest.state} = 'active'
          and coalesce(${latest.forPersonId}, ${charge.personId}) = ${charge.personId}
        order by ${latest.isPaused}, ${latest.forPersonId} nulls last, ${latest.kind} desc, ${latest.signedOn} desc, ${latest.id} limit 1)`,
    )
    .where(
      and(
        eq(charge.club, club),
        inArray(charge.state, chargeSets.due),
        eq(charge.method, 'sepa'),
        sql`${charge.cents} > 0 and coalesce(${charge.deferredUntil} < ${day}, true)`,
        lte(charge.dueOn, dueUntil),
        source ? eq(charge.source, source) : undefined,
        payerIds ? inArray(charge.payerPersonId, [...payerIds]) : undefined,
        after ? gt(charge.id, after) : undefined,
      ),
    )
    .orderBy(charge.id)
    .limit(pageOfCharges);
  return isLocked ? query.for('update', { of: charge }) : query;
}

function itemOf(row: ChargeRow, fit: FitMandate) {
  return {
    chargeId: row.id,
    mandateId: fit.id,
    club: row.club,
    mandateReference: fit.reference,
    signedOn: fit.signedOn,
    sequence: fit.kind === 'one_off' ? ('OOFF' as const) : ('RCUR' as const),
    iban: fit.iban,
    bic: fit.bic,
    accountHolder: fit.accountHolder,
    cents: restOf(row),
    remittance: sepaText(`${row.reference} ${row.label}`, 140),
    wasDueOn: row.dueOn,
    reference: row.reference,
    label: row.label,
    openCharge: { ...row, isFee: feeSources.includes(row.source) },
  };
}

type Shown = Omit<ItemRow, 'runId' | 'endToEndId' | 'formerCreditorId' | 'returnedOn'> & { reference: string; name: string; label: string };

/** Items as shown to the board: one line per debit, with a masked account. */
export function debitsOf(items: readonly Shown[], noticeOf: (mandateId: string) => Debit['notice']): Debit[] {
  const byCharge = new Map(items.map((item) => [item.chargeId, item]));
  return groupedByMandate(items).map((group) => {
    const [first] = group;
    return {
      mandate: first.mandateReference,
      holder: first.accountHolder,
      account: maskedIban(first.iban),
      sequence: first.sequence,
      cents: sumOfCents(group),
      charges: group.map(({ chargeId, cents }) => {
        const { reference = '', name = '', label = '' } = byCharge.get(chargeId) ?? {};
        return { id: chargeId, reference, name, label, cents };
      }),
      returnCode: first.returnCode,
      notice: noticeOf(first.mandateId),
    };
  });
}

type MandateRow = typeof sepaMandate.$inferSelect;
type FitMandate = MandateRow & { signedOn: string; reference: string };

type Unfit = { reason: string; asksPayer: boolean };

/** The mandate if it can be collected from on a day, otherwise the reason as a German sentence, and whether the payer can help. */
function fitFor(mandate: MandateRow | null, day: string): FitMandate | Unfit {
  const ofPayer = (reason: string) => ({ reason, asksPayer: true });
  const ofClub = (reason: string) => ({ reason, asksPayer: false });
  if (!mandate?.signedOn || !mandate.reference) return ofPayer('Kein gültiges Lastschriftmandat.');
  const { signedOn, reference } = mandate;
  if (mandate.isPaused) return ofPayer('Das Mandat ruht.');
  if (!isIban(mandate.iban)) return ofPayer('Die IBAN des Mandats stimmt nicht.');
  if (!isSepaId(reference)) return ofClub('Die Mandatsreferenz enthält Zeichen, die Banken nicht annehmen.');
  if (sepaText(mandate.accountHolder, 70) === '') return ofPayer('Der Kontoinhaber fehlt.');
  if (signedOn > today()) return ofClub('Das Mandat ist noch nicht unterschrieben.');
  if (isMandateLapsed(signedOn, mandate.lastUsedOn, day)) return ofPayer('Das Mandat ist erloschen (36 Monate nicht genutzt).');
  return { ...mandate, signedOn, reference };
}

/** The first bank working day on or after the wish, but not before the earliest day. */
export function bankDay(wish: string | undefined, earliest: string): string {
  return nextBankDay(wish && wish > earliest ? wish : earliest);
}
