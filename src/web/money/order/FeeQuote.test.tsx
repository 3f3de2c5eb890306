import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { feeOrderContract, type PublicFeeRule } from '#shared/money/fees/feeOrder.ts';
import { show, signIn } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
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

test('the fee is calculated before the last step, which says that it has to be paid', async () => {
  signIn(null).on(feeOrderContract.read, { yearStart: 1, rules: [adults] });
  const hand = show(
    <FeeQuote club="RWA" wishes={[wish]}>
      {lastStep}
    </FeeQuote>,
  );
  await hand.reads(/anteilig ab 12\/2026: 1 von 12 Monaten, zuerst 10,00/);
  expect(document.body.textContent).toContain('zu zahlen');
});

test('without a birth date nothing is calculated, and without a matching rule no fee is invented', async () => {
  signIn(null).on(feeOrderContract.read, { yearStart: 1, rules: [adults] });
  const hand = show(
    <>
      <FeeQuote club="RWA" wishes={[{ ...wish, birthDate: '' }]}>
        {lastStep}
      </FeeQuote>
      <FeeQuote club="RWA" wishes={[{ ...wish, birthDate: '2018-05-04' }]}>
        {lastStep}
      </FeeQuote>
    </>,
  );
  await hand.reads('Mit dem Geburtsdatum rechnen wir ihn hier aus.');
  await hand.reads(/nennt die Beitragsordnung keinen Beitrag/);
  expect(document.body.textContent).not.toContain('zu zahlen');
});

test('several applicants each see their own fee by name', async () => {
  signIn(null).on(feeOrderContract.read, {
    yearStart: 1,
    rules: [adults, { ...adults, id: 'children', name: 'Kinder', ageFrom: null, ageTo: 17, cents: 6000 }],
  });
  show(
    <FeeQuote club="RWA" wishes={[wish, { ...wish, name: 'Mia', birthDate: '2018-05-04' }, { ...wish, name: '', birthDate: '' }]}>
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

test('a club without rules shows neither fees nor a calculation', async () => {
  signIn(null).on(feeOrderContract.read, { yearStart: 1, rules: [] });
  const hand = show(
    <>
      <FeeOrder club="RWA" />
      <FeeQuote club="RWA" wishes={[wish]}>
        {lastStep}
      </FeeQuote>
    </>,
  );
  await hand.reads('nichts');
  expect(document.querySelector('dl, section')).toBeNull();
});

test('the fee schedule names the scope and the department of each rule', async () => {
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
  const hand = show(<FeeOrder club="RWA" />);
  await hand.reads('ab 18 Jahren');
  await hand.reads(/Abteilung Turnen, zusätzlich/);
  expect(document.body.textContent).toMatch(/5,00\s€ monatlich/);
});

const lastStep = (isCharged: boolean) => <p>{isCharged ? 'zu zahlen' : 'nichts'}</p>;

test('while the fees cannot be read nobody orders: the last step, which might call free what costs something, waits for them', async () => {
  const server = signIn(null).on(feeOrderContract.read, () => refuse('unavailable'));
  const hand = show(
    <FeeQuote club="RWA" wishes={[wish]}>
      {lastStep}
    </FeeQuote>,
  );
  await waitFor(() => hand.button('Noch einmal versuchen'));
  expect(document.body.textContent).not.toContain('zahlen');
  server.on(feeOrderContract.read, { yearStart: 1, rules: [adults] });
  await hand.press('Noch einmal versuchen');
  await hand.reads('zu zahlen');
});
