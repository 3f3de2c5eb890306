import { euros } from '#shared/kernel/money.ts';
import { memberKindName } from '#shared/people/memberWords.ts';
import { hoursWords } from '../levies/rules.ts';
import type { FeeRule } from './feeTypes.ts';
import { feeRhythmNames, feeRhythms, type FeeRhythm } from './feeWords.ts';

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

type Price = Pick<FeeRule, 'layer' | 'rhythm' | 'dueMinutes' | 'pool'> & { cents: number } & {
  [price in `${FeeRhythm}Cents`]: number | null;
};

/** "120,00 € jährlich oder 63,00 € halbjährlich", "15,00 € je fehlende von 5 Stunden im Jahr". */
export function priceWords(rule: Price): string {
  const { layer, cents, rhythm, dueMinutes, pool } = rule;
  if (layer === 'entry') return `${euros(cents)} einmal`;
  if (layer === 'helper')
    return `${euros(cents)} je fehlende von ${hoursWords(dueMinutes ?? 0)} im Jahr${pool === 'family' ? ', Familien zusammen' : ''}`;
  const others = feeRhythms.toReversed().flatMap((one) => {
    const price = rule[`${one}Cents`];
    return one === rhythm || price === null ? [] : [`${euros(price)} ${feeRhythmNames[one]}`];
  });
  return [`${euros(cents)} ${feeRhythmNames[rhythm]}`, ...others].join(' oder ');
}
