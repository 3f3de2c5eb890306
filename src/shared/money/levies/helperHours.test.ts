import { expect, test } from 'vitest';
import type { FeeException, FeeMember, FeeRule } from '../fees/feeTypes.ts';
import { missingHours, type HelperFacts } from './helperHours.ts';

const rule = (values: Partial<FeeRule> = {}): FeeRule => ({
  id: 'hours',
  layer: 'helper',
  name: 'Helferstunden',
  kinds: [],
  ageFrom: 16,
  ageTo: 65,
  ageOn: 'year_start',
  departmentId: null,
  placeFrom: null,
  placeTo: null,
  familyMin: 3,
  childAgeTo: 17,
  familyMode: 'cheapest',
  proRataIn: 'month',
  proRataOut: 'month',
  validFrom: '2020-01-01',
  validTo: null,
  prices: {},
  rhythm: 'year',
  onceCents: 1500,
  dueMinutes: 300,
  pool: 'person',
  ...values,
});
const member = (personId: string, values: Partial<FeeMember> = {}): FeeMember => ({
  memberId: `m-${personId}`,
  personId,
  name: personId,
  payerPersonId: personId,
  kind: 'active',
  birthDate: '1990-06-15',
  joinedOn: '2020-01-01',
  leftOn: null,
  leftBefore: null,
  rhythm: null,
  feesFrom: null,
  families: [],
  slices: [],
  exceptions: [],
  ...values,
});
const exception = (values: Partial<FeeException>): FeeException => ({
  layer: 'helper',
  departmentId: null,
  kind: 'free',
  cents: 0,
  percent: 50,
  from: '2020-01-01',
  to: null,
  proofUntil: null,
  reason: 'Vorstand',
  ...values,
});
const facts = (members: FeeMember[], values: Partial<HelperFacts> = {}): HelperFacts => ({
  year: 2026,
  rules: [rule()],
  members,
  families: [],
  done: new Map(),
  ...values,
});
const told = (of: HelperFacts) => missingHours(of).missing.map(({ personId, cents, label }) => [personId, cents, label.slice(29)]);

test('five hours due and 3 h 40 done are 1,25 hours missing, 18,75 € at 15,00 €; nobody else owes', () => {
  const done = new Map([
    ['lars', 220],
    ['berta', 286],
    ['olaf', 600],
  ]);
  expect(told(facts([member('lars'), member('berta'), member('olaf')], { done }))).toEqual([['lars', 1875, '1,25 Stunden']]);
});

test('a member who joined in April owes nine twelfths, in full quarters of an hour; one who returns in the year owes each month once', () => {
  expect(told(facts([member('lotte', { joinedOn: '2026-04-15' })]))).toEqual([['lotte', 5625, '3,75 Stunden']]);
  expect(told(facts([member('dora', { joinedOn: '2026-12-24' })]))).toEqual([['dora', 375, '0,25 Stunden']]);
  const first = member('rolf', { leftOn: '2026-03-31' });
  expect(told(facts([first, member('rolf', { memberId: 'm2', joinedOn: '2026-03-31' })]))).toEqual([['rolf', 7500, '5 Stunden']]);
  expect(told(facts([first, member('rolf', { memberId: 'm2', joinedOn: '2026-11-01' })]))).toEqual([['rolf', 3000, '2 Stunden']]);
  expect(told(facts([member('nina', { joinedOn: '2027-01-01' })]))).toEqual([]);
});

test('only members named by a rule owe hours: by age and kind; without a birth date nothing is assumed', () => {
  const people = [
    member('kind', { birthDate: '2015-01-01' }),
    member('alt', { birthDate: '1950-01-01' }),
    member('probe', { kind: 'trial' }),
    member('ohne', { birthDate: null }),
  ];
  expect(told(facts(people))).toEqual([]);
  expect(missingHours(facts(people)).faults).toMatchObject([{ memberId: 'm-ohne', name: 'ohne', reason: 'Das Geburtsdatum fehlt.' }]);
  expect(told(facts(people, { rules: [rule({ ageFrom: null, ageTo: null, kinds: ['trial'] })] })).map(([who]) => who)).toEqual(['probe']);
  expect(told(facts([member('lars')], { rules: [rule({ validTo: '2025-12-31' })] }))).toEqual([]);
});

test('an exception waives all of it, a part of it, or sets another price; one with an expired proof is ignored', () => {
  const one = (values: Partial<FeeException>) => told(facts([member('lars', { exceptions: [exception(values)] })]));
  expect(one({ kind: 'free' })).toEqual([]);
  expect(one({ kind: 'percent', percent: 50 })).toEqual([['lars', 3750, '2,5 Stunden']]);
  expect(one({ kind: 'cents', cents: 1000 })).toEqual([['lars', 5000, '5 Stunden']]);
  expect(one({ kind: 'free', proofUntil: '2025-12-31' })).toEqual([['lars', 7500, '5 Stunden']]);
  expect(one({ kind: 'free', layer: 'base' })).toEqual([['lars', 7500, '5 Stunden']]);
});

test('a family that helps together owes once: the hours of a child count, and its payer is charged', () => {
  const families = [{ familyId: 'f', from: '2020-01-01', to: null }];
  const people = [member('vater', { families }), member('mutter', { families }), member('kind', { families, birthDate: '2015-01-01' })];
  const pooled = facts(people, {
    rules: [rule({ pool: 'family' })],
    families: [{ id: 'f', name: 'Yilmaz', payerPersonId: 'mutter' }],
    done: new Map([
      ['vater', 100],
      ['kind', 125],
    ]),
  });
  expect(missingHours(pooled).missing).toEqual([
    {
      personId: 'mutter',
      name: 'mutter',
      payerPersonId: 'mutter',
      personIds: ['vater', 'mutter', 'kind'],
      cents: 9375,
      label: 'Fehlende Helferstunden 2026: 6,25 Stunden, Familie Yilmaz',
    },
  ]);
  expect(told({ ...pooled, rules: [rule()] }).map(([who]) => who)).toEqual(['vater', 'mutter']);
});
