import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseRule } from './feeChoice.ts';
import type { FeeMember, FeeRule } from './feeTypes.ts';

const months = { from: 2027 * 12, to: 2027 * 12 + 11 };
const whom = { kinds: [], ageFrom: null, ageTo: null, ageOn: 'year_start', departmentId: null, placeFrom: null, placeTo: null } as const;
const together = { familyMin: 3, childAgeTo: 17, familyMode: 'cheapest', proRataIn: 'month', proRataOut: 'full', pool: 'person' } as const;
const price = { prices: { year: 12000 }, rhythm: 'year', onceCents: null, dueMinutes: null } as const;
const days = { validFrom: '2020-01-01', validTo: null };
const base: FeeRule = { id: 'base', layer: 'base', name: 'Alle', ...whom, ...together, ...price, ...days };
const third: FeeRule = { ...base, id: 'third', name: 'ab 3. Person', placeFrom: 3 };
const second: FeeRule = { ...base, id: 'second', name: 'ab 2. Person', placeFrom: 2 };

function member(name: string, birthDate: string | null): FeeMember {
  const of = { memberId: name, personId: name, name, payerPersonId: 'Ada', kind: 'active' as const, birthDate };
  const joined = { joinedOn: '2020-01-01', leftOn: null, leftBefore: null, rhythm: null, feesFrom: null };
  return { ...of, ...joined, families: [{ familyId: 'f', from: '2020-01-01', to: null }], slices: [], exceptions: [] };
}
const chosen = (members: FeeMember[], rules: FeeRule[]) =>
  Object.fromEntries(
    members.map((one) => {
      const found = chooseRule({ families: [{ id: 'f', name: 'F', payerPersonId: 'Ada', members }], yearStart: 1 }, one, rules, months);
      return [one.name, 'lacks' in found ? found.reason : `${found.rule.id} ${found.place}`];
    }),
  );

test('where the place in the family decides, a missing birth date is a fault of all whose place it leaves open', () => {
  const [ada, ben, mia] = [member('Ada', '1980-01-01'), member('Ben', '1982-01-01'), member('Mia', null)];
  expect(chosen([ada, ben, mia], [third, base])).toEqual({
    Ada: 'base null',
    Ben: 'Das Geburtsdatum von Mia fehlt; davon hängt ab, wer in der Familie zuerst zählt.',
    Mia: 'Das Geburtsdatum fehlt.',
  });
  // Without a rule for places, or where each possible place has the same rule, nothing is missing.
  expect(chosen([ada, ben, mia], [base])).toEqual({ Ada: 'base null', Ben: 'base null', Mia: 'base null' });
  expect(chosen([ada, mia], [third, base])).toEqual({ Ada: 'base null', Mia: 'base null' });
  expect(chosen([ada, ben, mia], [second, base])['Ben']).toBe('second null');
  expect(chosen([mia], [second, base])).toEqual({ Mia: 'base 1' });
});

test('whatever the order of the list and whoever lacks a birth date, everybody gets the same rule or the same fault', () => {
  const births = fc.array(fc.option(fc.integer({ min: 1960, max: 2020 }).map((year) => `${year}-06-01`)), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(births, (born) => {
      const members = born.map((day, at) => member(`M${at}`, day));
      expect(chosen(members.toReversed(), [third, base])).toEqual(chosen(members, [third, base]));
    }),
  );
});
