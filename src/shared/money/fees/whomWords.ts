import { memberKindName } from '#shared/people/memberWords.ts';
import type { FeeRule } from './feeTypes.ts';

type Whom = Pick<FeeRule, 'layer' | 'kinds' | 'ageFrom' | 'ageTo' | 'placeFrom' | 'placeTo' | 'familyMin' | 'childAgeTo'>;

/** "Aktiv, 18–64 Jahre", "Familie ab 3 Personen, Kinder bis 17 Jahre". */
export function whomWords({ layer, kinds, ageFrom, ageTo, placeFrom, placeTo, familyMin, childAgeTo }: Whom): string {
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
