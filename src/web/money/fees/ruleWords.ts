import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { FeeRuleView } from '#shared/money/fees/fees.ts';
import { feeRhythmNames } from '#shared/money/fees/feeWords.ts';

/** "120,00 € jährlich". */
export function priceWords({ layer, cents, rhythm }: FeeRuleView): string {
  return `${euros(cents)} ${layer === 'entry' ? 'einmal' : feeRhythmNames[rhythm]}`;
}

/** "ab 01.01.2027". */
export function validWords({ validFrom, validTo }: FeeRuleView): string {
  return validTo ? `${germanDate(validFrom)} bis ${germanDate(validTo)}` : `ab ${germanDate(validFrom)}`;
}
