import { expect, test } from 'vitest';
import type { Price } from '../eligibility.ts';
import { daysOf, dueChange, groupOn, laterPricesOf, type GroupChange, type PricedSeat } from './priceGroupRules.ts';

const month = (category: Price['category'], cents: number): Price => ({ category, cents, per: 'month' });
const prices = [month('member', 800), month('child', 1200), month('non_member', 2000)];
const seat = (category: Price['category'], changes: GroupChange[] = []): PricedSeat => ({ category, per: 'month', changes });
const adult = { isMember: false, isPartnerMember: false, isUnder18: false };
const due = (one: PricedSeat, today: string, factsOn: (day: string) => typeof adult, list = prices) =>
  dueChange(one, { today, pricesOn: () => list, factsOn });

test('who comes of age pays the price of adults from the first period that begins after that, told at least six weeks before', () => {
  const birthday = (day: string) => ({ ...adult, isUnder18: day < '2027-01-10' });
  expect(due(seat('child'), '2026-11-20', birthday)).toBeUndefined();
  const change = { from: '2027-02-01', category: 'non_member', cents: 2000, before: 'child' };
  expect(due(seat('child'), '2026-11-21', birthday)).toEqual(change);
  expect(due(seat('child'), '2026-12-21', birthday)).toEqual(change);
  // Found late, e.g. because a birth date was mended: six weeks all the same.
  expect(due(seat('child'), '2027-01-20', birthday)?.from).toBe('2027-04-01');
  expect(due(seat('child', [change as GroupChange]), '2027-03-01', birthday)).toBeUndefined();
});

test('a lower price begins with the next period, and a membership that ends costs more six weeks later', () => {
  expect(due(seat('non_member'), '2026-11-30', () => ({ ...adult, isMember: true }))).toMatchObject({
    from: '2026-12-01',
    category: 'member',
    cents: 800,
  });
  const left = due(seat('member'), '2026-11-30', (day) => ({ ...adult, isMember: day <= '2026-12-31' }));
  expect(left).toMatchObject({ from: '2027-02-01', category: 'non_member', before: 'member' });
});

test.each(['family', 'trial', 'reduced'] as const)('what was agreed with the office as „%s“ stays', (category) => {
  expect(due(seat(category), '2026-11-30', () => adult, [...prices, month(category, 500)])).toBeUndefined();
});

test('an offer without another price in the same unit leaves it to the office', () => {
  expect(due(seat('child'), '2026-11-30', () => adult, [month('child', 1200)])).toBeUndefined();
  expect(
    due(seat('child'), '2026-11-30', () => adult, [month('child', 1200), { category: 'non_member', cents: 9000, per: 'year' }]),
  ).toBeUndefined();
});

test('a change told by mistake is taken back from the next period on', () => {
  const told: GroupChange = { from: '2027-02-01', category: 'non_member', cents: 2000, before: 'child' };
  expect(due(seat('child', [told]), '2027-01-05', () => ({ ...adult, isUnder18: true }))).toMatchObject({
    from: '2027-02-01',
    category: 'child',
  });
});

test('days are looked at up to the first period that is six weeks away', () => {
  expect(daysOf('2026-11-30', 'month')).toEqual(['2026-12-01', '2027-01-01', '2027-02-01']);
  expect(daysOf('2026-11-30', 'quarter')).toEqual(['2027-01-01', '2027-04-01']);
  expect(daysOf('2026-11-10', 'year')).toEqual(['2027-01-01']);
});

test('a seat costs what the offer asks of its price group at that time, whichever of both was told first', () => {
  const changes: GroupChange[] = [{ from: '2027-02-01', category: 'non_member', cents: 2000, before: 'child' }];
  const offer = (from: string, child: number, grown: number) => ({ from, prices: [month('child', child), month('non_member', grown)] });
  const of = (...ofOffer: ReturnType<typeof offer>[]) => laterPricesOf({ category: 'child', changes }, ofOffer);
  expect(of()).toEqual([{ from: '2027-02-01', cents: 2000 }]);
  expect(of(offer('2027-01-01', 1300, 2200))).toEqual([
    { from: '2027-01-01', cents: 1300 },
    { from: '2027-02-01', cents: 2200 },
  ]);
  expect(of(offer('2027-02-01', 1300, 2200))).toEqual([{ from: '2027-02-01', cents: 2200 }]);
  expect(of(offer('2027-05-01', 1300, 2200))).toEqual([
    { from: '2027-02-01', cents: 2000 },
    { from: '2027-05-01', cents: 2200 },
  ]);
  expect(groupOn({ category: 'child', changes }, '2027-01-31')).toBe('child');
  expect(groupOn({ category: 'child', changes }, '2027-02-01')).toBe('non_member');
});
