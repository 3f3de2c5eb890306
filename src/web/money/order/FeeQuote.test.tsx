import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { feeOrderContract, type PublicFeeRule } from '#shared/money/fees/feeOrder.ts';
import { show, signIn } from '#test/web/page.tsx';
import { FeeOrder } from './FeeOrder.tsx';
import { FeeQuote } from './FeeQuote.tsx';

const adults: PublicFeeRule = {
  id: 'adults',
  layer: 'base',
  position: 0,
  name: 'Erwachsene',
  kinds: [],
  ageFrom: 18,
  ageTo: null,
  ageOn: 'year_start',
  departmentId: null,
  departmentName: '',
  placeFrom: null,
  placeTo: null,
  familyMin: 3,
  childAgeTo: 17,
  familyMode: 'cheapest',
  proRataIn: 'month',
  proRataOut: 'full',
  validFrom: '2020-01-01',
  validTo: null,
  rhythm: 'year',
  cents: 12_000,
  monthCents: null,
  quarterCents: null,
  halfCents: null,
  yearCents: null,
  dueMinutes: null,
  pool: 'person',
};
const wish = { name: 'Ina', birthDate: '1990-05-04', kind: 'active' as const, joinsOn: '2026-12-01', departmentIds: [] };

test('the fee is reckoned before the last step, and the step says that it is to be paid', async () => {
  signIn(null).on(feeOrderContract.read, { yearStart: 1, rules: [adults] });
  const hand = show(<FeeQuote wishes={[wish]}>{lastStep}</FeeQuote>);
  await hand.reads(/anteilig ab 12\/2026: 1 von 12 Monaten, zuerst 10,00/);
  expect(document.body.textContent).toContain('zu zahlen');
});

test('without a birth date nothing is reckoned, and for whom no rule tells nothing is made up', async () => {
  signIn(null).on(feeOrderContract.read, { yearStart: 1, rules: [adults] });
  const hand = show(
    <>
      <FeeQuote wishes={[{ ...wish, birthDate: '' }]}>{lastStep}</FeeQuote>
      <FeeQuote wishes={[{ ...wish, birthDate: '2018-05-04' }]}>{lastStep}</FeeQuote>
    </>,
  );
  await hand.reads('Mit dem Geburtsdatum rechnen wir ihn hier aus.');
  await hand.reads(/nennt die Beitragsordnung keinen Beitrag/);
  expect(document.body.textContent).not.toContain('zu zahlen');
});

test('of several each has the own fee under the own name', async () => {
  signIn(null).on(feeOrderContract.read, {
    yearStart: 1,
    rules: [adults, { ...adults, id: 'children', name: 'Kinder', ageFrom: null, ageTo: 17, cents: 6000 }],
  });
  show(
    <FeeQuote wishes={[wish, { ...wish, name: 'Mia', birthDate: '2018-05-04' }, { ...wish, name: '', birthDate: '' }]}>
      {lastStep}
    </FeeQuote>,
  );
  await waitFor(() => expect(document.body.textContent).toMatch(/Kinder: 60,00/));
  const shown = [...document.querySelectorAll('section > div')].map(({ textContent }) => textContent);
  expect(shown).toEqual([
    expect.stringMatching(/^InaErwachsene/),
    expect.stringMatching(/^MiaKinder/),
    expect.stringMatching(/^3\. PersonMit dem Geburtsdatum/),
  ]);
});

test('a club without rules shows neither fees nor a reckoning', async () => {
  signIn(null).on(feeOrderContract.read, { yearStart: 1, rules: [] });
  const hand = show(
    <>
      <FeeOrder />
      <FeeQuote wishes={[wish]}>{lastStep}</FeeQuote>
    </>,
  );
  await hand.reads('nichts');
  expect(document.querySelector('dl, section')).toBeNull();
});

test('the order of fees names whom a rule is for and of which department', async () => {
  const turnen: PublicFeeRule = {
    ...adults,
    id: 'turnen',
    layer: 'department',
    name: 'Turnen',
    ageFrom: null,
    departmentId: '8d7a8a31-5b7c-4c57-8d0f-000000000004',
    departmentName: 'Turnen',
    rhythm: 'month',
    cents: 500,
  };
  signIn(null).on(feeOrderContract.read, { yearStart: 1, rules: [adults, turnen] });
  const hand = show(<FeeOrder />);
  await hand.reads('ab 18 Jahren');
  await hand.reads(/Abteilung Turnen, zusätzlich/);
  expect(document.body.textContent).toMatch(/5,00\s€ monatlich/);
});

const lastStep = (isCharged: boolean) => <p>{isCharged ? 'zu zahlen' : 'nichts'}</p>;
