import { expect, test } from 'vitest';
import { compareFees, reductionOf, refundShares } from './feeChanges.ts';
import type { ChargedFee, FeeLine } from './feeTypes.ts';

const year = { from: '2026-01-01', to: '2026-12-31' };

/** The fee for some months. */
function line(cents: number, changes: Partial<FeeLine> = {}): FeeLine {
  const who = { memberId: 'm1', personId: 'p1', name: 'Ada Ahorn', payerId: 'p1' };
  const what = { slot: 'base', ruleId: 'r1', label: 'Grundbeitrag', fullCents: cents, reason: '' };
  return { ...who, ...what, ...year, cents, change: 'new', previousCents: 0, correction: null, ...changes };
}

/** The charge for some months. */
function charge(cents: number, changes: Partial<ChargedFee> = {}): ChargedFee {
  const who = { personId: 'p1', payerId: 'p1', name: 'Ada Ahorn' };
  const open = { refundOf: null, state: 'open' as const, openCents: 0, waivedCents: 0, isSplit: false };
  return { id: 'c1', ...who, slot: 'base', label: 'Grundbeitrag', ...year, cents, ...open, ...changes };
}

const compare = (lines: FeeLine[], charged: ChargedFee[], isGone = () => true) => compareFees(lines, { ...year, charged }, isGone);
const told = ({ lines, corrections }: ReturnType<typeof compare>) => ({
  lines: lines.map(({ change, cents, previousCents, correction }) => [change, cents, previousCents, correction]),
  corrections: corrections.map(({ kind, cents }) => [kind, cents]),
});

test('uncharged fees stay new, and charges that equal the fee are unchanged', () => {
  expect(told(compare([line(9600)], []))).toEqual({ lines: [['new', 9600, 0, null]], corrections: [] });
  expect(told(compare([line(9600)], [charge(9600)]))).toEqual({ lines: [['same', 9600, 9600, null]], corrections: [] });
});

test.each([
  ['more is owed', 12_000, {}, 'higher', 'adjust', 2400],
  ['less is owed and nothing was paid', 6000, {}, 'lower', 'rewrite', -3600],
  ['less is owed and it was paid', 6000, { state: 'settled' }, 'lower', 'refund', -3600],
  ['a debit is under way', 6000, { state: 'pending' }, 'lower', 'wait', -3600],
  ['more is owed while a debit is under way', 12_000, { state: 'pending' }, 'higher', 'wait', 2400],
  ['it was charged from before the run', 6000, { from: '2025-12-31' }, 'lower', 'wait', -3600],
  ['it was charged for longer than the run', 6000, { to: '2027-01-01' }, 'lower', 'wait', -3600],
] as const)('%s: a line of %i', (_what, cents, charged, change, kind, difference) => {
  expect(told(compare([line(cents)], [charge(9600, charged)]))).toEqual({
    lines: [[change, cents, 9600, kind]],
    corrections: [[kind, difference]],
  });
});

test.each([
  ['what is open falls off', { state: 'settled', openCents: 3000, isSplit: true }, { cents: 3000, isSplit: true }],
  ['no more falls off than is too much', { state: 'settled', openCents: 9000 }, { cents: 3600, isSplit: false }],
  ['what is paid comes back', { state: 'settled', openCents: 0 }, null],
  ['what is written anew needs nothing', { openCents: 9600 }, null],
] as const)('of a reduced fee %s', (_what, charged, lowered) => {
  const [correction] = compare([line(6000)], [charge(9600, charged)]).corrections;
  expect(correction && reductionOf(correction)).toEqual(lowered);
});

test.each([
  ['all of it', 9600, 6000, []],
  ['all of it, and nothing is owed any more', 9600, 0, []],
  ['a part, and the rest was paid', 3600, 6000, []],
  ['a part, and more was paid than is owed now', 3600, 5000, [['refund', -1000]]],
] as const)('a waived amount is never refunded: %s', (_what, waivedCents, cents, corrections) => {
  const charged = charge(9600, { state: 'settled', waivedCents });
  expect(told(compare([line(cents)], [charged])).corrections).toEqual(corrections);
});

test('of two charges the waived one refunds nothing', () => {
  const waived = charge(3000, { id: 'c1', state: 'settled', waivedCents: 3000, to: '2026-03-31' });
  const paid = charge(3000, { id: 'c2', state: 'settled', from: '2026-04-01', to: '2026-06-30' });
  const [correction] = compare([line(2000)], [waived, paid]).corrections;
  expect(correction && refundShares(correction).map(({ of, cents }) => [of.id, cents])).toEqual([['c2', 1000]]);
});

test.each([
  ['what is open falls off first, though the later one is paid', -1500, [3000, 0], [['c1', 1500]], 1500],
  [
    'only what is left comes back',
    -4000,
    [3000, 0],
    [
      ['c2', 1000],
      ['c1', 3000],
    ],
    3000,
  ],
  [
    'of two that are open the later one falls off first',
    -4000,
    [3000, 2000],
    [
      ['c2', 2000],
      ['c1', 2000],
    ],
    4000,
  ],
  [
    'what is paid comes back from the latest on',
    -4000,
    [0, 0],
    [
      ['c2', 3000],
      ['c1', 1000],
    ],
    null,
  ],
] as const)('of two quarters %s', (_what, cents, [first, second], shares, lowered) => {
  const charged = [
    charge(3000, { to: '2026-03-31', state: first ? 'open' : 'settled', openCents: first }),
    charge(3000, { id: 'c2', from: '2026-04-01', to: '2026-06-30', state: 'settled', openCents: second }),
  ];
  const correction = { kind: 'refund', slot: 'base', personId: 'p1', lines: [], charged, cents } as const;
  expect(refundShares(correction).map((share) => [share.of.id, share.cents])).toEqual(shares);
  expect(reductionOf({ ...correction, lines: [] })?.cents ?? null).toBe(lowered);
});

test('a part that was refunded already is never charged again', () => {
  const charged = [charge(9600), charge(-2400, { id: 'c2', refundOf: 'c1' })];
  expect(told(compare([line(6000)], charged))).toEqual({ lines: [['lower', 6000, 7200, 'refund']], corrections: [['refund', -1200]] });
});

test('other slots, other people and other months are independent', () => {
  const lines = [line(9600), line(2000, { slot: 'dep:1' }), line(4000, { personId: 'p2' })];
  expect(told(compare(lines, [charge(9600)])).lines.map(([change]) => change)).toEqual(['same', 'new', 'new']);
  const halves = [line(4800, { to: '2026-06-30' }), line(4800, { from: '2026-07-01' })];
  expect(told(compare(halves, [charge(4800, { to: '2026-06-30' })])).lines.map(([change]) => change)).toEqual(['same', 'new']);
});

test('overlapping halves and quarters are compared together, each with the charges for its own months', () => {
  const lines = [line(3000, { to: '2026-06-30' }), line(3000, { from: '2026-07-01' })];
  const charged = [charge(9600)];
  expect(told(compare(lines, charged))).toEqual({
    lines: [
      ['lower', 3000, 9600, 'rewrite'],
      ['lower', 3000, 9600, 'rewrite'],
    ],
    corrections: [['rewrite', -3600]],
  });
});

test('fees no longer owed are shown as dropped, and refunded or cancelled', () => {
  expect(told(compare([], [charge(9600)]))).toEqual({ lines: [['gone', 0, 9600, 'rewrite']], corrections: [['rewrite', -9600]] });
  expect(told(compare([], [charge(9600, { state: 'settled' })])).corrections).toEqual([['refund', -9600]]);
  const [shown] = compare([], [charge(9600)]).lines;
  expect(shown).toMatchObject({ personId: 'p1', name: 'Ada Ahorn', slot: 'base', reason: 'entfällt', memberId: '', fullCents: 0 });
});

test.each<[string, ChargedFee[], () => boolean]>([
  ['it is owed for another reason', [charge(9600)], () => false],
  ['it lies before the run', [charge(9600, { from: '2025-01-01', to: '2025-12-31' })], () => true],
  ['it began before the run', [charge(9600, { from: '2025-07-01', to: '2026-06-30' })], () => true],
  ['it lies behind the run', [charge(9600, { from: '2027-01-01', to: '2027-12-31' })], () => true],
  ['it was paid back already', [charge(9600), charge(-9600, { id: 'c2', refundOf: 'c1' })], () => true],
])('nothing is dropped if %s', (_what, charged, isGone) => {
  expect(compare([], charged, isGone)).toEqual({ lines: [], corrections: [] });
});

test('a charge stays with its single payer, who took it over; of several the rules decide', () => {
  const payersOf = (...charged: ChargedFee[]) =>
    compareFees([line(6000)], { ...year, charged }, () => false).corrections.flatMap(({ kind, lines }) =>
      lines.map(({ payerId }) => [kind, payerId]),
    );
  expect(payersOf(charge(7000, { payerId: 'office' }))).toEqual([['rewrite', 'office']]);
  expect(payersOf(charge(5000, { payerId: 'office', state: 'settled' }))).toEqual([['adjust', 'office']]);
  expect(payersOf(charge(3000, { payerId: 'office' }), charge(2000, { id: 'c2' }))).toEqual([['adjust', 'p1']]);
});
