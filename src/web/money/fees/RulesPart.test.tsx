import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { departmentsContract } from '#shared/club/departments.ts';
import { feesContract, type FeeRuleView } from '#shared/money/fees/fees.ts';
import { ledgerContract } from '#shared/money/ledger/contract.ts';
import { showAtAddress, signIn, userOf, type Hand } from '#test/web/page.tsx';
import type { FakeServer } from '#test/web/server.ts';
import { RulesPart } from './RulesPart.tsx';

test('the form of a new rule is closed before the list shows it: the next one can be begun at once', async () => {
  const { server, hand } = await listed();
  server.on(feesContract.createRule, rule('2', 'Kinder'));
  await hand.press('Regel anlegen');
  await hand.fill('Name', 'Kinder');
  // The list comes late.
  let show = () => undefined as void;
  server.on(feesContract.rules, () => new Promise((resolve) => (show = () => resolve([rule('1', 'Erwachsene'), rule('2', 'Kinder')]))));
  await hand.press('Speichern');
  await waitFor(() => expect(document.querySelector('form')).toBeNull());
  expect(hand.button('Erwachsene')).toBeDefined();
  expect(() => hand.button('Kinder')).toThrow('no button');
  await hand.press('Regel anlegen');
  await hand.fill('Name', 'Familien');
  show();
  await waitFor(() => hand.button('Kinder'));
  expect(hand.field('Name').value).toBe('Familien');
});

test('a click at another rule, or once more at the button, loses nothing that was typed', async () => {
  const { hand } = await listed();
  await hand.press('Regel anlegen');
  await hand.fill('Name', 'Kinder');
  await hand.press('Regel anlegen');
  expect(hand.field('Name').value).toBe('Kinder');
  await hand.press('Erwachsene');
  await hand.reads(/noch nicht gespeichert/);
  await hand.press('Weiter bearbeiten');
  expect(hand.field('Name').value).toBe('Kinder');
});

test('the button of a gap takes over the form of a new rule, after a question if something was typed', async () => {
  const { hand } = await listed({ ...rule('1', 'Erwachsene'), ageFrom: 18, ageTo: 59 });
  await hand.press('Regel anlegen');
  const gaps = () => [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Regel dafür anlegen');
  await waitFor(() => expect(gaps().length).toBeGreaterThan(1));
  const [first, second] = gaps();
  if (!first || !second) throw new Error('two gaps');
  await hand.user.click(first);
  await waitFor(() => expect(hand.field('Gültig ab').value).not.toBe('01.01.2026'));
  await hand.fill('Name', 'Aktive');
  await hand.user.click(second);
  await hand.reads('1 Angabe ist noch nicht gespeichert.');
  await hand.press('Weiter bearbeiten');
  expect(hand.field('Name').value).toBe('Aktive');
  await hand.user.click(second);
  await hand.press('Verwerfen');
  await waitFor(() => expect(hand.field('Name').value).toBe(''));
});

async function listed(only = rule('1', 'Erwachsene')): Promise<{ server: FakeServer; hand: Hand }> {
  const server = signIn(userOf('admin'));
  server.on(departmentsContract.list, []).on(ledgerContract.list, []);
  server.on(feesContract.rules, [only]).on(feesContract.ruleChanges, []);
  const hand = await showAtAddress(<RulesPart club="RWA" />, '/admin/money/fees');
  await waitFor(() => hand.button('Erwachsene'));
  return { server, hand };
}

function rule(end: string, name: string): FeeRuleView {
  return {
    id: `9d7a8a31-5b7c-4c57-8d0f-00000000000${end}`,
    club: 'RWA',
    version: 1,
    isBooked: false,
    layer: 'base',
    position: 10,
    name,
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
    validFrom: '2026-01-01',
    validTo: null,
    rhythm: 'year',
    cents: 9600,
    monthCents: null,
    quarterCents: null,
    halfCents: null,
    dueMinutes: null,
    pool: 'person',
    yearCents: null,
    ledgerAccountId: null,
    retroactiveReason: '',
  };
}
