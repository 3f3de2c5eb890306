import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { FeeRuleView } from '#shared/money/fees/fees.ts';
import { feeRhythmNames } from '#shared/money/fees/feeWords.ts';
import { memberKindName } from '#shared/people/memberWords.ts';

/** "Aktiv, 18–64 Jahre", "Familie ab 3 Personen, Kinder bis 17 Jahre". */
export function whomWords({ layer, kinds, ageFrom, ageTo, placeFrom, placeTo, familyMin, childAgeTo }: FeeRuleView): string {
  if (layer === 'family') return `Familie ab ${familyMin} Personen, Kinder bis ${childAgeTo} Jahre`;
  const places =
    placeFrom !== null && placeTo !== null
      ? placeFrom === placeTo
        ? `${placeFrom}. Person der Familie`
        : `${placeFrom}. bis ${placeTo}. Person der Familie`
      : placeFrom !== null
        ? `ab ${placeFrom}. Person der Familie`
        : placeTo !== null && `bis ${placeTo}. Person der Familie`;
  const ages =
    ageFrom !== null && ageTo !== null
      ? `${ageFrom}–${ageTo} Jahre`
      : ageFrom !== null
        ? `ab ${ageFrom} Jahren`
        : ageTo !== null && `bis ${ageTo} Jahre`;
  return [kinds.map(memberKindName).join(', '), ages, places].filter(Boolean).join(', ') || 'alle';
}

/** "120,00 € jährlich". */
export function priceWords({ layer, cents, rhythm }: FeeRuleView): string {
  return `${euros(cents)} ${layer === 'entry' ? 'einmal' : feeRhythmNames[rhythm]}`;
}

/** "ab 01.01.2027". */
export function validWords({ validFrom, validTo }: FeeRuleView): string {
  return validTo ? `${germanDate(validFrom)} bis ${germanDate(validTo)}` : `ab ${germanDate(validFrom)}`;
}
