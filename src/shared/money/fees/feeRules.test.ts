import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstDayOf, lastDayOf, monthOf } from './feeMonths.ts';
import { feeLines } from './feeRules.ts';
import type { ChargedFee, FeeFacts, FeeMember, FeeRule } from './feeTypes.ts';

const base: FeeRule = {
  id: 'base',
  layer: 'base',
  name: 'Erwachsene',
  kinds: [],
  ageFrom: null,
  ageTo: null,
  ageOn: 'year_start',
  departmentId: null,
  placeFrom: null,
  placeTo: null,
  familyMin: 3,
  childAgeTo: 17,
  familyMode: 'cheapest',
  proRataIn: 'month',
  proRataOut: 'full',
  validFrom: '2020-01-01',
  validTo: null,
  prices: { year: 12000 },
  rhythm: 'year',
  onceCents: null,
  dueMinutes: null,
  pool: 'person',
};
const rule = (values: Partial<FeeRule>): FeeRule => ({ ...base, ...values });
const child = rule({ id: 'child', name: 'Kinder', ageTo: 17, prices: { year: 6000 } });

let count = 0;
function member(values: Partial<FeeMember> = {}): FeeMember {
  const no = String(++count);
  return {
    memberId: `m${no}`,
    personId: `p${no}`,
    name: `Ohm ${no}`,
    payerPersonId: `p${no}`,
    kind: 'active',
    birthDate: '1980-05-04',
    joinedOn: '2020-01-01',
    leftOn: null,
    leftBefore: null,
    rhythm: null,
    feesFrom: null,
    families: [],
    slices: [],
    exceptions: [],
    ...values,
  };
}

function chargedTo({ personId, name, payerPersonId }: FeeMember, values: Partial<ChargedFee> = {}): ChargedFee {
  const of = {
    slot: 'base',
    personId,
    name,
    payerId: payerPersonId,
    label: 'Erwachsene',
    refundOf: null,
    state: 'open' as const,
    openCents: 0,
    waivedCents: 0,
    isSplit: false,
  };
  return { id: 'c1', ...of, from: '2027-01-01', to: '2027-12-31', cents: 12000, ...values };
}

const year = (of: number) => ({ from: `${of}-01-01`, to: `${of}-12-31` });
const facts = (rules: FeeRule[], members: FeeMember[], values: Partial<FeeFacts> = {}): FeeFacts => ({
  ...year(2027),
  yearStart: 1,
  rules,
  members,
  families: [],
  charged: [],
  ...values,
});
const centsOf = (of: FeeFacts) => feeLines(of).lines.map(({ cents }) => cents);

test.each([
  ['in April', '2027-04-15', 12000, 9000, 'anteilig ab 04/2027: 9 von 12 Monaten'],
  ['in August, half a cent up', '2027-08-01', 10000, 4167, 'anteilig ab 08/2027: 5 von 12 Monaten'],
])('joining %s costs the months from that one on', (_when, joinedOn, price, cents, reason) => {
  const { lines } = feeLines(facts([rule({ prices: { year: price } })], [member({ joinedOn })]));
  expect(lines).toMatchObject([{ cents, reason, fullCents: price, from: `${joinedOn.slice(0, 7)}-01`, to: '2027-12-31', change: 'new' }]);
});

test('leaving in June after paying is refunded by the month, or not at all if the whole fee applies', () => {
  const left = member({ leftOn: '2027-06-30' });
  const charged = [chargedTo(left)];
  expect(feeLines(facts([rule({ proRataOut: 'month' })], [left], { charged })).lines).toMatchObject([
    { cents: 6000, previousCents: 12000, change: 'lower' },
  ]);
  expect(feeLines(facts([rule({})], [left], { charged })).lines).toMatchObject([{ cents: 12000, change: 'same' }]);
});

test.each([
  ['is written anew while nobody has paid', {}, 'rewrite'],
  ['comes back where it is paid', { state: 'settled' as const }, 'refund'],
  ['waits while a debit is under way', { state: 'pending' as const }, 'wait'],
  ['waits where the run looks at fewer months', { to: '2028-06-30' }, 'wait'],
])('an overpaid amount %s', (_how, values, kind) => {
  const left = member({ leftOn: '2027-06-30' });
  const { corrections } = feeLines(facts([rule({ proRataOut: 'month' })], [left], { charged: [chargedTo(left, values)] }));
  expect(corrections).toMatchObject([{ kind, cents: -6000 }]);
});

test('a missing amount is charged in addition, and after that nothing differs', () => {
  const one = member();
  const dearer = rule({ prices: { year: 15000 } });
  const found = feeLines(facts([dearer], [one], { charged: [chargedTo(one)] }));
  expect(found.lines).toMatchObject([{ change: 'higher', previousCents: 12000, correction: 'adjust' }]);
  expect(found.corrections).toMatchObject([{ kind: 'adjust', cents: 3000 }]);
  const charged = [chargedTo(one), chargedTo(one, { id: 'c2', cents: 3000 })];
  expect(feeLines(facts([dearer], [one], { charged })).corrections).toEqual([]);
});

test('a member who left before the charged months is refunded completely; without a matching rule the charge is kept', () => {
  const gone = member({ leftOn: '2026-12-31' });
  const found = feeLines(facts([base], [], { charged: [chargedTo(gone, { state: 'settled' })] }));
  expect(found.lines).toMatchObject([{ change: 'gone', cents: 0, previousCents: 12000, correction: 'refund' }]);
  expect(found.corrections).toMatchObject([{ kind: 'refund', cents: -12000 }]);
  const unclear = member({ birthDate: null });
  expect(feeLines(facts([child], [unclear], { charged: [chargedTo(unclear)] })).corrections).toEqual([]);
  const paidBack = [chargedTo(gone, { state: 'settled' }), chargedTo(gone, { id: 'r', cents: -12000, refundOf: 'c1' })];
  expect(feeLines(facts([base], [], { charged: paidBack })).corrections).toEqual([]);
});

test('who left in June under the full fee still owes the year: a run over a later part of it says nothing about that charge', () => {
  const leaver = member({ leftOn: '2027-06-30' });
  const full = rule({ proRataOut: 'full' });
  const { lines, corrections } = feeLines(facts([full], [leaver], { from: '2027-07-01', charged: [chargedTo(leaver)] }));
  expect([lines, corrections]).toEqual([[], []]);
  // The run over the months of the charge tells what is owed.
  expect(feeLines(facts([full], [leaver], { charged: [chargedTo(leaver)] })).lines).toMatchObject([{ change: 'same' }]);
  const byMonth = feeLines(facts([rule({ proRataOut: 'month' })], [leaver], { charged: [chargedTo(leaver)] }));
  expect(byMonth.corrections).toMatchObject([{ cents: -6000 }]);
});

test('another rhythm with the same sum for the same months changes nothing', () => {
  const one = member({ rhythm: 'quarter' });
  const both = rule({ prices: { year: 12000, quarter: 3000 } });
  const { lines, corrections } = feeLines(facts([both], [one], { charged: [chargedTo(one)] }));
  expect([lines.map(({ change }) => change), corrections]).toEqual([['same', 'same', 'same', 'same'], []]);
});

test('a begun quarter is prorated by months, the next one is whole', () => {
  const rules = [rule({ prices: { quarter: 3150 }, rhythm: 'quarter' })];
  const joined = member({ joinedOn: '2027-05-20' });
  expect(feeLines(facts(rules, [joined], { from: '2027-04-01', to: '2027-09-30' })).lines).toMatchObject([
    { cents: 2100, from: '2027-05-01', to: '2027-06-30' },
    { cents: 3150, from: '2027-07-01', to: '2027-09-30' },
  ]);
});

test('a department costs from the month of entry to that of leaving, each one by its own rule', () => {
  const department = (id: string, cents: number) =>
    rule({ id, layer: 'department', departmentId: id, name: id, prices: { year: cents }, proRataOut: 'month' });
  const one = member({
    slices: [
      { departmentId: 'turnen', from: '2027-09-01', to: '2027-10-31' },
      { departmentId: 'judo', from: '2027-11-01', to: null },
      { departmentId: 'without', from: '2027-01-01', to: null },
    ],
  });
  const { lines } = feeLines(facts([base, department('turnen', 6000), department('judo', 4800)], [one]));
  expect(lines.map(({ slot, cents }) => [slot, cents])).toEqual([
    ['base', 12000],
    ['dep:turnen', 1000],
    ['dep:judo', 800],
  ]);
});

test('a member who comes of age in March pays as a child for the year, or from the second half on as an adult', () => {
  const one = member({ birthDate: '2009-03-10', joinedOn: '2020-01-01' });
  expect(centsOf(facts([child, base], [one]))).toEqual([6000]);
  expect(centsOf(facts([child, base], [one], year(2028)))).toEqual([12000]);
  const half = (of: FeeRule, cents: number) => rule({ ...of, ageOn: 'period_start', prices: { half: cents }, rhythm: 'half' });
  expect(centsOf(facts([half(child, 3000), half(base, 6000)], [one]))).toEqual([3000, 6000]);
});

test('by birth year a child is one for the whole year', () => {
  const byYear = rule({ ...child, ageOn: 'birth_year' });
  expect(centsOf(facts([byYear, base], [member({ birthDate: '2010-01-01' }), member({ birthDate: '2009-12-31' })]))).toEqual([6000, 12000]);
});

const inFamily = [{ familyId: 'f', from: '2020-01-01', to: null }];
const family = { id: 'f', name: 'Yilmaz', payerPersonId: 'pays' };
const father = () => member({ personId: 'pays', payerPersonId: 'pays', families: inFamily, birthDate: '1980-01-01' });
const mother = () => member({ families: inFamily, birthDate: '1982-01-01' });
const kid = (birthDate: string) => member({ families: inFamily, birthDate });
const flatRule = rule({ id: 'flat', layer: 'family', name: 'Familienbeitrag', prices: { year: 20000 } });

test('a family pays its flat price on one line, and the single fees if those are lower or the family is too small', () => {
  const four = [father(), mother(), kid('2015-01-01'), kid('2017-01-01')];
  const { lines } = feeLines(facts([child, base, flatRule], four, { families: [family] }));
  expect(lines.map(({ cents, reason }) => [cents, reason])).toEqual([
    [20000, 'Familie Yilmaz, 4 Personen'],
    [0, 'in Familie Yilmaz enthalten'],
    [0, 'in Familie Yilmaz enthalten'],
    [0, 'in Familie Yilmaz enthalten'],
  ]);
  expect(new Set(lines.map(({ payerId }) => payerId))).toEqual(new Set(['pays']));
  expect(centsOf(facts([child, base, flatRule], [father(), kid('2015-01-01')], { families: [family] }))).toEqual([12000, 6000]);
  const dear = rule({ ...flatRule, prices: { year: 40000 } });
  expect(centsOf(facts([child, base, dear], four, { families: [family] }))).toEqual([12000, 12000, 6000, 6000]);
});

test.each([
  ['18 on the first day and came as a child: no more', '2009-01-01', 17, '2020-01-01', 12000],
  ['17, as a child', '2009-01-02', 17, '2020-01-01', 0],
  ['16, where children count up to 15: no more', '2010-12-31', 15, '2020-01-01', 12000],
  ['24 and came as a child, where children count up to 25', '2002-06-01', 25, '2015-01-01', 0],
  ['26 and came as a child, where children count up to 25: no more', '2000-06-01', 25, '2015-01-01', 12000],
  ['24 and came grown up', '2002-06-01', 17, '2021-01-01', 0],
])('the flat price of a family includes members who are %s', (_who, birthDate, childAgeTo, from, cents) => {
  const flat = rule({ ...flatRule, familyMode: 'always', childAgeTo });
  const one = member({ families: [{ familyId: 'f', from, to: null }], birthDate });
  const members = [father(), mother(), kid('2015-01-01'), one];
  expect(centsOf(facts([base, flat], members, { families: [family] })).at(-1)).toBe(cents);
});

test('the payer of a family may change in the middle of a year: existing charges are kept, and the next year goes to the new payer', () => {
  const four = [father(), mother(), kid('2015-01-01'), kid('2017-01-01')];
  const [payer, other] = four;
  if (!payer || !other) throw new Error('Nobody is in the family.');
  const moved = { ...family, payerPersonId: other.personId };
  const members = four.map((one) => ({ ...one, payerPersonId: other.personId }));
  const charged = [chargedTo(payer, { cents: 20_000, state: 'settled' })];
  const again = feeLines(facts([child, base, flatRule], members, { families: [moved], charged }));
  expect(again.lines.map(({ cents, change }) => [cents, change])).toEqual([
    [20_000, 'same'],
    [0, 'new'],
    [0, 'new'],
    [0, 'new'],
  ]);
  expect(again.corrections).toEqual([]);
  const next = feeLines({ ...facts([child, base, flatRule], members, { families: [moved], charged }), ...year(2028) });
  expect(next.lines.map(({ personId, cents }) => [personId === other.personId, cents])).toEqual([
    [false, 0],
    [true, 20_000],
    [false, 0],
    [false, 0],
  ]);
});

test('joining a family during the year is covered by its flat price, and after leaving one pays alone again', () => {
  const four = [father(), mother(), kid('2015-01-01')];
  const born = member({ families: [{ familyId: 'f', from: '2027-04-01', to: null }], joinedOn: '2027-04-10', birthDate: '2020-01-01' });
  const gone = member({ families: [{ familyId: 'f', from: '2020-01-01', to: '2026-12-31' }], birthDate: '2000-01-01' });
  expect(centsOf(facts([child, base, flatRule], [...four, born, gone], { families: [family] }))).toEqual([20000, 0, 0, 0, 12000]);
});

const quarters = { from: '2027-04-01', to: '2027-06-30' };

test.each([
  ['a child with another rhythm, over the year', { year: 20000 }, [null, null, 'quarter'], year(2027), [20000]],
  ['a child with another rhythm, in a quarter', { year: 20000 }, [null, null, 'quarter'], quarters, [20000]],
  ['a payer whose rhythm the flat price has', { year: 20000, quarter: 5000 }, ['quarter', null, null], quarters, [5000]],
  [
    'a payer whose rhythm the flat price has, over the year',
    { year: 20000, quarter: 5000 },
    ['quarter', null, null],
    year(2027),
    [5000, 5000, 5000, 5000],
  ],
  ['a payer whose rhythm it has not', { year: 20000 }, ['quarter', null, null], year(2027), [20000]],
] as const)('a family pays its flat price once, however its members pay: %s', (_who, prices, rhythms, asked, cents) => {
  const adult = rule({ prices: { year: 12000, quarter: 3000 } });
  const flat = rule({ ...flatRule, prices });
  const members = rhythms.map((rhythm, at) => member({ families: inFamily, rhythm, ...(at === 0 && { personId: 'pays' }) }));
  const { lines, faults } = feeLines(facts([adult, flat], members, { ...asked, families: [family] }));
  expect([lines.map((line) => line.cents).filter((one) => one > 0), faults]).toEqual([cents, []]);
});

test('a family whose members have no single price in its rhythm is told, not charged singly', () => {
  const flat = rule({ ...flatRule, prices: { year: 20000, quarter: 5000 } });
  const members = [
    member({ families: inFamily, personId: 'pays', rhythm: 'quarter' }),
    member({ families: inFamily }),
    member({ families: inFamily }),
  ];
  const { lines, faults } = feeLines(facts([base, flat], members, { families: [family] }));
  const reason = 'Die Regel „Erwachsene“ hat keinen Preis für diese Zahlungsweise.';
  expect([lines, faults.map((fault) => fault.reason)]).toEqual([[], [reason, reason, reason]]);
});

test('whatever the rhythms and the months of a run, nobody in a family is charged a month twice, and no run brings more than the year', () => {
  const rhythm = fc.constantFrom('month', 'quarter', 'half', 'year', null);
  const prices = { month: 1000, quarter: 3000, half: 6000, year: 12000 };
  fc.assert(
    fc.property(fc.array(rhythm, { minLength: 2, maxLength: 5 }), fc.nat(11), fc.nat(11), (rhythms, one, other) => {
      const members = rhythms.map((own, at) => member({ families: inFamily, rhythm: own, ...(at === 0 && { personId: 'pays' }) }));
      const flat = rule({ ...flatRule, prices: { month: 2000, quarter: 6000, year: 24000 } });
      const [first, last] = [Math.min(one, other), Math.max(one, other)].map((month) => String(month + 1).padStart(2, '0'));
      const asked = { from: `2027-${first}-01`, to: `2027-${last}-28` };
      const { lines } = feeLines(
        facts([rule({ prices }), flat], members, { ...asked, to: lastDayOf(monthOf(asked.to)), families: [family] }),
      );
      const months = lines.flatMap(({ personId, from, to }) =>
        Array.from({ length: monthOf(to) - monthOf(from) + 1 }, (_, at) => `${personId} ${monthOf(from) + at}`),
      );
      expect(new Set(months).size).toBe(months.length);
      const sum = lines.reduce((total, { cents }) => total + cents, 0);
      expect(sum).toBeLessThanOrEqual(members.length < 3 ? members.length * 12000 : 24000);
    }),
  );
});

test('who leaves the flat price during the year pays the rest of it in the rhythm of the family', () => {
  const adult = rule({ prices: { year: 12000, quarter: 3000 }, ageOn: 'period_start' });
  const flat = rule({ ...flatRule, prices: { quarter: 5000 }, rhythm: 'quarter' });
  const members = [
    member({ families: inFamily, personId: 'pays' }),
    member({ families: inFamily }),
    member({ families: inFamily }),
    member({ families: [{ familyId: 'f', from: '2020-01-01', to: '2027-03-31' }] }),
  ];
  const { lines } = feeLines(facts([adult, flat], members, { ...quarters, families: [family] }));
  expect(lines.map(({ cents, from }) => [cents, from]).filter(([cents]) => cents !== 0)).toEqual([
    [5000, '2027-04-01'],
    [3000, '2027-04-01'],
  ]);
});

test('whatever the ages and prices, a family pays at most what its members would pay singly, and nobody less or more by the order of the list', () => {
  const prices = fc.tuple(fc.nat(60_000), fc.nat(20_000), fc.nat(20_000), fc.nat(9000));
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1950, max: 2026 }), { maxLength: 6 }), prices, (births, [flat, adult, young, third]) => {
      const members = [father(), ...births.map((born, at) => kid(`${born}-03-0${at + 1}`))];
      const singles = [
        rule({ id: 'third', name: '3. Person', placeFrom: 3, prices: { year: third } }),
        rule({ ...child, prices: { year: young } }),
        rule({ prices: { year: adult } }),
      ];
      const rules = [...singles, rule({ ...flatRule, prices: { year: flat } })];
      const by = (of: FeeMember[], all = rules) =>
        new Map(feeLines(facts(all, of, { families: [family] })).lines.map(({ personId, cents }) => [personId, cents]));
      const sum = (of: Map<string, number>) => [...of.values()].reduce((total, cents) => total + cents, 0);
      const together = by(members);
      expect(sum(together)).toBeLessThanOrEqual(sum(by(members, singles)));
      expect(new Map([...by(members.toReversed())].toSorted())).toEqual(new Map([...together].toSorted()));
    }),
  );
});

test('positions count from the eldest, adults before children, whatever the order of the list', () => {
  const rules = [
    rule({ id: 'free', name: 'ab 4. Person', placeFrom: 4, prices: { year: 0 } }),
    rule({ id: 'third', name: '3. Person', placeFrom: 3, placeTo: 3, prices: { year: 3600 } }),
    base,
  ];
  const four = [kid('2017-01-01'), father(), kid('2015-01-01'), mother()];
  const { lines } = feeLines(facts(rules, four, { families: [family] }));
  expect(lines.map(({ cents, reason }) => [cents, reason])).toEqual([
    [0, '4. Person frei'],
    [12000, ''],
    [3600, '3. Person'],
    [12000, ''],
  ]);
  expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(27600);
});

test('an increase decided during the year applies from the next part on', () => {
  const rules = [
    rule({ id: 'old', validTo: '2027-03-31', prices: { year: 12000, quarter: 3000 } }),
    rule({ id: 'new', validFrom: '2027-04-01', prices: { year: 14000, quarter: 3500 } }),
  ];
  expect(centsOf(facts(rules, [member()]))).toEqual([12000]);
  expect(centsOf(facts(rules, [member({ rhythm: 'quarter' })]))).toEqual([3000, 3500, 3500, 3500]);
});

test('without a matching rule, a birth date or a price, an error is reported and nothing is charged', () => {
  const passive = rule({ kinds: ['passive'], ageFrom: 50 });
  const ask = (values: Partial<FeeMember>) => feeLines(facts([passive], [member(values)]));
  expect(ask({ kind: 'passive', birthDate: '1992-05-04' })).toMatchObject({
    lines: [],
    faults: [{ reason: 'Keine Regel passt: Passiv, 34 Jahre.' }],
  });
  expect(ask({ kind: 'passive', birthDate: null }).faults).toMatchObject([{ reason: 'Das Geburtsdatum fehlt.' }]);
  expect(ask({ kind: 'passive', birthDate: '1960-01-01', rhythm: 'month' }).faults).toMatchObject([
    { reason: 'Die Regel „Erwachsene“ hat keinen Preis für diese Zahlungsweise.' },
  ]);
});

test('a gap between two versions of a rule is an error that names both and the one to change, also of a department', () => {
  const [old, next] = [rule({ id: 'old', validTo: '2026-12-31' }), rule({ id: 'next', name: 'Ab März', validFrom: '2027-03-01' })];
  expect(feeLines(facts([old, next], [member()]))).toMatchObject({
    lines: [],
    faults: [
      {
        lacks: 'days',
        ruleId: 'old',
        reason: 'Am 01.01.2027 gilt keine Regel: „Erwachsene“ gilt bis 31.12.2026, „Ab März“ ab 01.03.2027.',
      },
    ],
  });
  const ofTurnen = [old, next].map((one) => ({ ...one, layer: 'department' as const, departmentId: 'turnen' }));
  const slices = [{ departmentId: 'turnen', from: '2020-01-01', to: null }];
  expect(feeLines(facts([base, ...ofTurnen], [member({ slices })])).faults).toMatchObject([{ lacks: 'days', ruleId: 'old' }]);
  // A fee that a department gave up is owed by nobody, and lacks nothing.
  expect(feeLines(facts([base, ...ofTurnen.slice(0, 1)], [member({ slices })])).faults).toEqual([]);
});

test('trial and honorary members pay only if a rule names them, and nobody before the end of the free period', () => {
  expect(feeLines(facts([base], [member({ kind: 'honorary' }), member({ kind: 'trial' })]))).toEqual({
    lines: [],
    corrections: [],
    faults: [],
  });
  expect(centsOf(facts([rule({ kinds: ['trial'] })], [member({ kind: 'trial' })]))).toEqual([12000]);
  expect(centsOf(facts([base], [member({ joinedOn: '2027-01-10', feesFrom: '2027-07-01' })]))).toEqual([6000]);
  expect(centsOf(facts([base], [member({ joinedOn: '2028-01-01' }), member({ leftOn: '2026-12-31' })]))).toEqual([]);
  expect(centsOf(facts([base], [member({ joinedOn: '2027-03-05', leftOn: '2027-03-05' })]))).toEqual([10000]);
});

test('the entry fee is charged once, and not on returning within a year', () => {
  const entry = rule({ id: 'entry', layer: 'entry', name: 'Aufnahme', onceCents: 1500, prices: {} });
  const joined = { joinedOn: '2027-05-20' };
  const slots = (values: Partial<FeeMember>) => feeLines(facts([base, entry], [member(values)])).lines.map(({ slot }) => slot);
  expect(slots(joined)).toEqual(['base', 'entry']);
  expect(slots({ ...joined, leftBefore: '2026-09-30' })).toEqual(['base']);
  expect(slots({ ...joined, leftBefore: '2025-09-30' })).toEqual(['base', 'entry']);
  expect(slots({})).toEqual(['base']);
});

test('an entry fee that depends on an unknown age, or falls between two versions of its rule, is a fault beside the base fee', () => {
  const adults = rule({ id: 'entry', layer: 'entry', name: 'Aufnahme', ageFrom: 18, onceCents: 1500, prices: {} });
  const joined = { joinedOn: '2027-05-20', birthDate: null };
  const ask = (rules: FeeRule[], values: Partial<FeeMember> = joined) => feeLines(facts([base, ...rules], [member(values)]));
  const slotsAnd = (found: ReturnType<typeof ask>) => [found.lines.map(({ slot }) => slot), found.faults.map(({ lacks }) => lacks)];
  expect(slotsAnd(ask([adults]))).toEqual([['base'], ['birthDate']]);
  expect(ask([adults]).faults).toMatchObject([{ reason: 'Das Geburtsdatum fehlt.' }]);
  // One missing birth date is one fault, whatever depends on it.
  expect(feeLines(facts([child, adults], [member(joined)])).faults).toHaveLength(1);
  // Nobody asks the age of who joined before, came back within a year, is spared, or meets a rule for all before.
  expect(slotsAnd(ask([adults], { birthDate: null }))).toEqual([['base'], []]);
  expect(slotsAnd(ask([adults], { ...joined, leftBefore: '2026-09-30' }))).toEqual([['base'], []]);
  expect(slotsAnd(ask([adults], { ...joined, kind: 'honorary' }))).toEqual([[], []]);
  expect(slotsAnd(ask([{ ...adults, id: 'all', ageFrom: null }, adults]))).toEqual([['base', 'entry'], []]);
  // No entry fee for some is no fault; one that ends and begins again is.
  expect(slotsAnd(ask([adults], { ...joined, birthDate: '2015-01-01' }))).toEqual([['base'], []]);
  const versions = [
    { ...adults, validTo: '2027-03-31' },
    { ...adults, id: 'next', name: 'Aufnahme neu', validFrom: '2027-07-01' },
  ];
  expect(slotsAnd(ask(versions, { ...joined, birthDate: '1990-01-01' }))).toEqual([['base'], ['days']]);
});

test('whatever the rules ask, a member without a birth date lacks no fee in silence: one that any birth date would bring is a line or a fault', () => {
  const age = fc.option(fc.integer({ min: 0, max: 90 }));
  const some = fc.record({
    layer: fc.constantFrom('base' as const, 'department' as const, 'entry' as const),
    from: age,
    to: age,
    kinds: fc.constantFrom([], ['active' as const], ['passive' as const]),
  });
  const slices = [{ departmentId: 'd', from: '2020-01-01', to: null }];
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 12 }), (all, month) => {
      const rules = all.map(({ layer, from, to, kinds }, at) =>
        rule({
          id: `r${at}`,
          layer,
          kinds,
          ageFrom: from,
          ageTo: to,
          departmentId: layer === 'department' ? 'd' : null,
          ...(layer === 'entry' && { onceCents: 1500, prices: {} }),
        }),
      );
      const joinedOn = `2027-${String(month).padStart(2, '0')}-10`;
      const ask = (birthDate: string | null) => feeLines(facts(rules, [member({ birthDate, joinedOn, slices })]));
      const unknown = ask(null);
      if (unknown.faults.some(({ lacks }) => lacks === 'birthDate')) return;
      const slotsOf = ({ lines }: ReturnType<typeof ask>) => lines.map(({ slot, ruleId }) => `${slot} ${ruleId}`);
      for (let born = 1935; born <= 2027; born++) expect(slotsOf(ask(`${born}-01-01`))).toEqual(slotsOf(unknown));
    }),
    { numRuns: 300 },
  );
});

test('an exception names its fee or its discount, and its reason', () => {
  const exception = {
    layer: 'base' as const,
    departmentId: null,
    kind: 'percent' as const,
    cents: 0,
    percent: 50,
    from: '2027-01-01',
    to: null,
    proofUntil: null,
    reason: 'Härtefall',
  };
  const ask = (values: object) => feeLines(facts([base], [member({ exceptions: [{ ...exception, ...values }] })])).lines;
  expect(ask({ percent: 50 })).toMatchObject([{ cents: 6000, fullCents: 12000, reason: 'Ausnahme: Härtefall' }]);
  expect(ask({ kind: 'free' })).toMatchObject([{ cents: 0, reason: 'beitragsfrei: Härtefall' }]);
  expect(ask({ kind: 'cents', cents: 3333 })).toMatchObject([{ cents: 3333 }]);
  expect(ask({ proofUntil: '2027-01-01' })).toMatchObject([{ cents: 6000 }]);
  expect(ask({ proofUntil: '2026-09-30' })).toMatchObject([{ cents: 12000, reason: 'Nachweis galt bis 30.09.2026 (Härtefall)' }]);
  expect(ask({ percent: 50, to: '2026-12-31' })).toMatchObject([{ cents: 12000 }]);
});

test('the fee year may begin in another month', () => {
  const of = { from: '2027-07-01', to: '2028-06-30', yearStart: 7 };
  expect(feeLines(facts([base], [member({ joinedOn: '2027-10-01' })], of)).lines).toMatchObject([
    { cents: 9000, from: '2027-10-01', to: '2028-06-30' },
  ]);
});

test('however a year is split, no month of a slot is charged twice and the parts add up to the price', () => {
  const rhythms = fc.constantFrom('month', 'quarter', 'half', 'year');
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(11), rhythms, (cents, start, rhythm) => {
      const parts = { month: 12, quarter: 4, half: 2, year: 1 }[rhythm];
      const price = cents * parts;
      const rules = [rule({ prices: { [rhythm]: cents }, rhythm, proRataIn: 'month' })];
      const joinedOn = `2027-${String(start + 1).padStart(2, '0')}-17`;
      const { lines } = feeLines(facts(rules, [member({ joinedOn })]));
      const sorted = lines.toSorted((one, other) => one.from.localeCompare(other.from));
      expect(sorted.every((line, at) => at === 0 || (sorted[at - 1]?.to ?? '') < line.from)).toBe(true);
      const sum = lines.reduce((total, line) => total + line.cents, 0);
      expect(Math.abs(sum - (price * (12 - start)) / 12)).toBeLessThanOrEqual(lines.length);
    }),
  );
});

test.each([
  ['on the first day of the months it holds', { validFrom: '2027-01-01' }, 1],
  ['from the day after it does not', { validFrom: '2027-01-02' }, 0],
  ['on its last day it holds', { validTo: '2027-01-01' }, 1],
  ['and after it no more', { validTo: '2026-12-31' }, 0],
])('a rule is evaluated on the first day of the paid months: %s', (_when, values, lines) => {
  expect(centsOf(facts([rule(values)], [member()]))).toHaveLength(lines);
});

test.each([
  ['2010-01-01', 17, 1],
  ['2009-01-01', 18, 0],
  ['2009-01-02', 17, 1],
])('a person born on %s is %i at the beginning of the year, and pays as a child %i times', (birthDate, _age, lines) => {
  expect(centsOf(facts([child], [member({ birthDate })]))).toHaveLength(lines);
});

test('the youngest and the oldest of a rule pay by it, and its age can count by birth year', () => {
  const between = rule({ ageFrom: 18, ageTo: 26 });
  const born = (birthDate: string, of = between) => centsOf(facts([of], [member({ birthDate })])).length;
  expect([born('2009-01-01'), born('2009-01-02'), born('2000-01-02'), born('2000-01-01')]).toEqual([1, 0, 1, 0]);
  const byYear = rule({ ageFrom: 18, ageOn: 'birth_year' });
  expect([born('2009-12-31', byYear), born('2010-01-01', byYear)]).toEqual([1, 0]);
});

test('a rule for one kind applies to that kind only', () => {
  const passive = rule({ kinds: ['passive'], prices: { year: 100 } });
  expect(centsOf(facts([passive, base], [member({ kind: 'passive' }), member({ kind: 'active' })]))).toEqual([100, 12000]);
});

test('a person who belongs to a family on one day of the paid months has a position in it', () => {
  const third = rule({ id: 'third', placeFrom: 2, prices: { year: 1 } });
  const family = { id: 'f', name: 'Ohm', payerPersonId: 'p0' };
  const eldest = member({ birthDate: '1970-01-01', families: [{ familyId: 'f', from: '2020-01-01', to: null }] });
  const placed = (from: string, to: string | null) =>
    centsOf(facts([third, base], [eldest, member({ families: [{ familyId: 'f', from, to }] })], { families: [family] }));
  expect(placed('2027-12-31', null)).toEqual([12000, 1]);
  expect(placed('2028-01-01', null)).toEqual([12000, 12000]);
  expect(placed('2020-01-01', '2027-01-01')).toEqual([12000, 1]);
  expect(placed('2020-01-01', '2026-12-31')).toEqual([12000, 12000]);
});

test("a department is charged in the member's rhythm if it has a price for it, otherwise in its own", () => {
  const tennis = rule({ id: 't', layer: 'department', departmentId: 'd', prices: { year: 4800, quarter: 1300 } });
  const plays = (rhythm: FeeMember['rhythm']) =>
    centsOf(facts([tennis], [member({ rhythm, slices: [{ departmentId: 'd', from: '2020-01-01', to: null }] })]));
  expect([plays(null), plays('quarter'), plays('month')]).toEqual([[4800], [1300, 1300, 1300, 1300], [4800]]);
});

test("the entry fee is charged for entries from the first month of a run to its last, and again after a year's absence", () => {
  const entry = rule({ id: 'e', layer: 'entry', onceCents: 2500, prices: {} });
  const joined = (joinedOn: string, leftBefore: string | null = null) => centsOf(facts([entry], [member({ joinedOn, leftBefore })]));
  expect([joined('2026-12-31'), joined('2027-01-01'), joined('2027-12-31'), joined('2028-01-01')]).toEqual([[], [2500], [2500], []]);
  expect([joined('2027-05-01', '2026-05-31'), joined('2027-06-01', '2026-05-31')]).toEqual([[], [2500]]);
});

test('nobody pays before the free period is over, nor when they leave within it', () => {
  const free = (leftOn: string | null) => centsOf(facts([base], [member({ joinedOn: '2027-01-01', feesFrom: '2027-07-01', leftOn })]));
  expect([free(null), free('2027-06-30')]).toEqual([[6000], []]);
});

test('whatever parts of a year are charged one after the other, each month is charged once, and together it is what the year in one run brings', () => {
  const rhythm = fc.constantFrom('month', 'quarter', 'half', 'year', null);
  const month = fc.integer({ min: 0, max: 11 });
  const one = fc.record({
    rhythm,
    joined: fc.option(month),
    left: fc.option(month),
    born: fc.integer({ min: 1950, max: 2020 }),
    isInFamily: fc.boolean(),
  });
  const prices = { month: 1000, quarter: 3000, half: 6000, year: 12000 };
  const rules = [
    rule({ id: 'young', name: 'Kinder', ageTo: 17, prices: { month: 500, quarter: 1500, half: 3000, year: 6000 } }),
    rule({ prices }),
    rule({ ...flatRule, familyMode: 'always', prices: { month: 2000, quarter: 6000, half: 12000, year: 24000 } }),
  ];
  const dayOf = (at: number) => `2027-${String(at + 1).padStart(2, '0')}-15`;
  fc.assert(
    fc.property(
      fc.array(one, { minLength: 1, maxLength: 5 }),
      fc.uniqueArray(fc.integer({ min: 1, max: 11 }), { maxLength: 4 }),
      (some, cuts) => {
        const members = some.map(({ rhythm: own, joined, left, born, isInFamily }, at) =>
          member({
            rhythm: own,
            birthDate: `${born}-06-01`,
            families: isInFamily ? inFamily : [],
            ...(joined !== null && { joinedOn: dayOf(joined) }),
            ...(left !== null && left >= (joined ?? 0) && { leftOn: dayOf(left) }),
            ...(at === 0 && { personId: 'pays' }),
          }),
        );
        const of = { families: [family] };
        const charged: ChargedFee[] = [];
        const run = (from: number, to: number) => {
          const { lines, corrections } = feeLines(
            facts(rules, members, { from: firstDayOf(2027 * 12 + from), to: lastDayOf(2027 * 12 + to), charged, ...of }),
          );
          const fresh = lines.filter(({ change, cents }) => change === 'new' && cents > 0);
          for (const { personId, name, payerId, slot, label, from: begin, to: end, cents } of fresh)
            charged.push({
              id: `c${charged.length}`,
              personId,
              name,
              payerId,
              slot,
              label,
              from: begin,
              to: end,
              cents,
              refundOf: null,
              state: 'open',
              openCents: cents,
              waivedCents: 0,
              isSplit: false,
            });
          return { fresh, corrections };
        };
        const ends = [...cuts.toSorted((a, b) => a - b), 12];
        for (const [at, end] of ends.entries())
          expect(run(ends[at - 1] ?? 0, end - 1).corrections.filter(({ kind }) => kind !== 'wait')).toEqual([]);
        const months = charged.flatMap(({ personId, from, to }) =>
          Array.from({ length: monthOf(to) - monthOf(from) + 1 }, (_, at) => `${personId} ${monthOf(from) + at}`),
        );
        expect(new Set(months).size).toBe(months.length);
        expect(run(0, 11)).toEqual({ fresh: [], corrections: [] });
        const whole = feeLines(facts(rules, members, { ...year(2027), ...of })).lines;
        const sum = (all: readonly { cents: number }[]) => all.reduce((total, { cents }) => total + cents, 0);
        expect(sum(charged)).toBe(sum(whole));
      },
    ),
    { numRuns: 500 },
  );
});

test('the parts of a year in several departments of one price make up that price, but for half a cent for each part', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), fc.uniqueArray(fc.integer({ min: 1, max: 11 }), { maxLength: 6 }), (price, cuts) => {
      const ends = [...cuts.toSorted((one, other) => one - other), 12];
      const parts = ends.map((end, at) => ({ departmentId: `d${at}`, from: ends[at - 1] ?? 0, to: end - 1 }));
      const rules = parts.map(({ departmentId }) =>
        rule({ id: departmentId, layer: 'department', name: departmentId, departmentId, proRataOut: 'month', prices: { year: price } }),
      );
      const slices = parts.map(({ departmentId, from, to }) => ({
        departmentId,
        from: firstDayOf(2027 * 12 + from),
        to: lastDayOf(2027 * 12 + to),
      }));
      const { lines } = feeLines(facts([rule({ prices: { year: 0 } }), ...rules], [member({ slices })]));
      const sum = lines.reduce((total, { cents }) => total + cents, 0);
      expect(Math.abs(sum - price)).toBeLessThanOrEqual(parts.length / 2);
    }),
  );
});
