import { expect, test } from 'vitest';
import { euros } from '#shared/kernel/money.ts';
import { pricedRule, quoteFees } from './feeOrder.ts';
import type { FeeRule } from './feeTypes.ts';

const departmentId = '8d7a8a31-5b7c-4c57-8d0f-000000000004';
const rule = (values: Partial<FeeRule> & { cents: number }): FeeRule =>
  pricedRule({
    id: values.name ?? '',
    layer: 'base' as FeeRule['layer'],
    name: '',
    kinds: [],
    ageFrom: null,
    ageTo: null,
    ageOn: 'year_start' as const,
    departmentId: null,
    placeFrom: null,
    placeTo: null,
    familyMin: 3,
    childAgeTo: 17,
    familyMode: 'cheapest' as const,
    proRataIn: 'month' as const,
    proRataOut: 'full' as const,
    validFrom: '2020-01-01',
    validTo: null,
    rhythm: 'year' as const,
    monthCents: null,
    quarterCents: null,
    halfCents: null,
    yearCents: null,
    dueMinutes: null,
    pool: 'person' as const,
    ...values,
  });
const rules = [
  rule({ name: 'Kinder', ageTo: 17, cents: 6000 }),
  rule({ name: 'Erwachsene', cents: 12_000 }),
  rule({ name: 'Turnen', layer: 'department', departmentId, rhythm: 'month', cents: 500 }),
  rule({ name: 'Aufnahme', layer: 'entry', cents: 1000 }),
];
const wish = { birthDate: '1990-05-04', kind: 'active' as const, joinsOn: '2026-12-01', departmentIds: [] };

test('joining in December costs a twelfth of the year and the entry fee, and then the whole year', () => {
  expect(quoteFees(rules, wish, 1)).toEqual([
    {
      label: 'Erwachsene',
      price: `${euros(12000)} jährlich`,
      first: `anteilig ab 12/2026: 1 von 12 Monaten, zuerst ${euros(1000)}`,
      cents: 1000,
    },
    { label: 'Aufnahme', price: `${euros(1000)} einmal`, first: '', cents: 1000 },
  ]);
});

test('a child pays the price of children, and the department fee in addition', () => {
  expect(quoteFees(rules, { ...wish, birthDate: '2018-03-01', joinsOn: '2027-01-01', departmentIds: [departmentId] }, 1)).toEqual([
    { label: 'Kinder', price: `${euros(6000)} jährlich`, first: '', cents: 6000 },
    { label: 'Turnen', price: `${euros(500)} monatlich`, first: '', cents: 500 },
    { label: 'Aufnahme', price: `${euros(1000)} einmal`, first: '', cents: 1000 },
  ]);
});

test('without a matching rule no fee is invented', () => {
  expect(quoteFees([rule({ name: 'Kinder', ageTo: 17, cents: 6000 })], wish, 1)).toEqual([]);
  expect(quoteFees(rules, { ...wish, kind: 'trial' }, 1)).toEqual([]);
});

test('if the fee year begins in July, joining in December costs seven of its months', () => {
  expect(quoteFees(rules, wish, 7)[0]).toMatchObject({
    first: `anteilig ab 12/2026: 7 von 12 Monaten, zuerst ${euros(7000)}`,
    cents: 7000,
  });
});
