import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { OwnCharge } from '#shared/money/charges.ts';
import { chargeSets, chargeStateNames } from '#shared/money/chargeWords.ts';
import { today } from '#web/lib/berlinDay.ts';

export function isOwed({ state, cents }: OwnCharge): boolean {
  return chargeSets.unsettled.includes(state) && cents > 0;
}

/** What of a claim that is still open was paid. */
export function partOf(charge: OwnCharge): string {
  if (!isOwed(charge) || charge.settledCents === 0) return '';
  return `${euros(charge.settledCents)} von ${euros(charge.cents)} sind erledigt`;
}

/** When and how a claim is paid, or was. */
export function dueWords({ state, dueOn, paidOn, method, cents, deferredUntil }: OwnCharge): string {
  if (cents < 0) return paidOn ? `erstattet am ${germanDate(paidOn)}` : 'wird erstattet';
  if (state === 'split') return 'in Raten bezahlt';
  if (paidOn) return `bezahlt am ${germanDate(paidOn)}`;
  if (state === 'draft') return `fällig am ${germanDate(dueOn)}, das Zeichen für die Überweisung folgt`;
  if (deferredUntil && deferredUntil >= today()) return `gestundet bis ${germanDate(deferredUntil)}`;
  if (state === 'in_collection') return `wird am ${germanDate(dueOn)} von Ihrem Konto eingezogen`;
  if (state === 'open' && method === 'sepa') return `fällig am ${germanDate(dueOn)}, wird von Ihrem Konto eingezogen`;
  if (state === 'open' && method === 'but') return 'wird über Bildung und Teilhabe bezahlt';
  if (chargeSets.due.includes(state)) {
    const late = dueOn < today() ? ', überfällig' : '';
    return `${state === 'returned' ? 'Lastschrift zurückgekommen, ' : ''}fällig am ${germanDate(dueOn)}${method === 'cash' ? ', bar beim Verein' : ''}${late}`;
  }
  return chargeStateNames[state];
}
