import { germanDate } from '#shared/kernel/calendar.ts';
import type { FeeRuleView } from '#shared/money/fees/fees.ts';

/** "ab 01.01.2027". */
export function validWords({ validFrom, validTo }: FeeRuleView): string {
  return validTo ? `${germanDate(validFrom)} bis ${germanDate(validTo)}` : `ab\u00a0${germanDate(validFrom)}`;
}
