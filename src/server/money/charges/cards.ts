import { randomUUID } from 'node:crypto';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { chargeSets, chargeStateNames } from '#shared/money/chargeWords.ts';
import { euros } from '#shared/kernel/money.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import type { CardMoney } from '#server/courses/cards/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { addPayments } from '../payments/movements.ts';
import { changeStates, lockRows, makeRefund, refundedCents } from './changes.ts';
import { methodOf, nextReference } from './make.ts';
import { payersOf } from './payers.ts';
import { charge } from './table.ts';

/** The port of cards to money: one charge for each sold card. */
export const cardMoney: CardMoney = {
  charge: async (tx, { cardId, personId, method, ...asked }) => {
    const payer = (await payersOf(tx, [personId], today())).get(personId);
    await tx.insert(charge).values({
      ...asked,
      id: randomUUID(),
      reference: nextReference(asked.club),
      personId,
      payerPersonId: payer?.personId ?? personId,
      source: 'card',
      sourceId: cardId,
      method: methodOf(payer, method ?? null),
      state: 'open',
      createdAt: now(),
    });
  },

  chargesOf: async (tx, cardIds) => {
    const rows = await chargesFor(tx, cardIds);
    return new Map(rows.map((row) => [row.sourceId ?? '', inWords(row)]));
  },

  reduce: async (tx, { cardId, keptCents, reason, by }) => {
    const [found] = await chargesFor(tx, [cardId]);
    if (!found || found.cents <= keptCents) return;
    const [row] = await lockRows(tx, [found.id]);
    if (!row || chargeSets.dropped.includes(row.state)) return;
    if (chargeSets.waiting.includes(row.state))
      throw new Problem('wrong-state', { fields: [{ path: 'keptCents', message: waitingWords }] });
    if (row.state === 'paid') await refundDown(tx, row, keptCents, reason);
    else if (row.state === 'open' && row.settledCents === 0 && keptCents === 0)
      await changeStates(tx, [row], { to: 'cancelled', reason, by });
    else await waiveDown(tx, row, { keptCents, reason, by });
  },
};

const waitingWords = 'Der Betrag ist gerade im Einzug oder in Raten. Bitte stornieren Sie, wenn das vorbei ist.';

type ChargeRow = typeof charge.$inferSelect;

/** Refunds the excess over the kept part of a paid charge, less earlier waivers and refunds. */
async function refundDown(tx: Transaction, row: ChargeRow, keptCents: number, reason: string): Promise<void> {
  const cents = row.cents - row.waivedCents - (await refundedCents(tx, row.id)) - keptCents;
  if (cents > 0) await makeRefund(tx, row, cents, reason);
}

/** Waives the excess over the kept part of an open charge, less earlier waivers. */
async function waiveDown(tx: Transaction, row: ChargeRow, { keptCents, reason, by }: { keptCents: number; reason: string; by: string }) {
  const cents = row.cents - row.waivedCents - keptCents;
  if (cents <= 0) return;
  if (cents > restOf(row))
    throw new Problem('wrong-state', {
      fields: [{ path: 'keptCents', message: 'Es ist schon mehr davon bezahlt. Bitte klären Sie zuerst die Zahlung.' }],
    });
  const { id: chargeId, club, payerId } = row;
  const shares = [{ chargeId, cents }];
  await addPayments(tx, [{ club, payerId, kind: 'waiver', cents, bookedOn: today(), createdBy: by, note: reason, shares }]);
}

function chargesFor(tx: Transaction, cardIds: readonly string[]): Promise<ChargeRow[]> {
  return tx
    .select()
    .from(charge)
    .where(and(inArray(charge.sourceId, [...cardIds]), eq(charge.source, 'card'), ne(charge.state, 'cancelled')));
}

/** "80,00 € offen (RWA-100345)", "bezahlt". */
function inWords(row: ChargeRow): string {
  const state = chargeStateNames[row.state];
  return chargeSets.owed.includes(row.state) ? `${euros(restOf(row))} ${state} (${row.reference})` : state;
}
