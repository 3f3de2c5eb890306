import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { OwnCharge } from '#shared/money/charges.ts';
import { chargeSets, chargeStateNames } from '#shared/money/chargeWords.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { today } from '#web/lib/berlinDay.ts';

/** Owed by the viewer, or by somebody for whom they act. */
export function isOwed(charge: OwnCharge): boolean {
  return charge.isMine && isUnpaid(charge);
}

/** Owed by another person or an organisation in the viewer's place. */
export function isTakenOver(charge: OwnCharge): boolean {
  return !charge.isMine && isUnpaid(charge);
}

function isUnpaid({ state, cents }: OwnCharge): boolean {
  return chargeSets.unsettled.includes(state) && cents > 0;
}

/** How much of an open charge is settled. */
export function partOf(charge: OwnCharge): string {
  if (!isOwed(charge) || charge.settledCents === 0) return '';
  return `${euros(charge.settledCents)} von ${euros(charge.cents)} sind erledigt`;
}

/** The next debit and its amount; undefined if none is planned. */
export function nextDebit(charges: readonly OwnCharge[]): string | undefined {
  const waiting = charges.filter(
    (one) => isOwed(one) && (one.state === 'in_collection' || (one.state === 'open' && one.method === 'sepa' && !isDeferred(one))),
  );
  const next = waiting.map(({ dueOn }) => dueOn).toSorted()[0];
  if (next === undefined) return undefined;
  const first = waiting.filter(({ dueOn }) => dueOn === next);
  const words = `Nächster Einzug: ${euros(first.reduce((sum, one) => sum + restOf(one), 0))}`;
  if (first.some(({ state }) => state === 'in_collection')) return `${words} am ${germanDate(next)}`;
  return next > today() ? `${words}, fällig am ${germanDate(next)}` : `${words}; den Tag kündigt der Verein an`;
}

function isDeferred({ deferredUntil }: OwnCharge): boolean {
  return deferredUntil !== null && deferredUntil >= today();
}

/** When and how a charge is or was paid, or that somebody else pays it. */
export function dueWords(charge: OwnCharge): string {
  const { state, dueOn, paidOn, method, cents, deferredUntil } = charge;
  if (isTakenOver(charge)) return `zahlt ${charge.payerName || 'jemand anders'}`;
  if (cents < 0) return paidOn ? `erstattet am ${germanDate(paidOn)}` : 'wird erstattet';
  if (state === 'split') return 'in Raten bezahlt';
  if (paidOn) return `bezahlt am ${germanDate(paidOn)}`;
  if (state === 'draft') return `fällig am ${germanDate(dueOn)}, das Zeichen für die Überweisung folgt`;
  if (deferredUntil && isDeferred(charge)) return `gestundet bis ${germanDate(deferredUntil)}`;
  if (state === 'in_collection') return `wird am ${germanDate(dueOn)} von Ihrem Konto eingezogen`;
  if (state === 'open' && method === 'sepa') return `fällig am ${germanDate(dueOn)}, wird von Ihrem Konto eingezogen`;
  if (state === 'open' && method === 'but') return 'wird über Bildung und Teilhabe bezahlt';
  if (chargeSets.due.includes(state)) {
    const late = dueOn < today() ? ', überfällig' : '';
    return `${state === 'returned' ? 'Lastschrift zurückgekommen, ' : ''}fällig am ${germanDate(dueOn)}${method === 'cash' ? ', bar beim Verein' : ''}${late}`;
  }
  return chargeStateNames[state];
}
