import { waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { datevContract, type Datev } from '#shared/money/datev/contract.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { DatevForm } from './DatevForm.tsx';

const datev: Datev = {
  settings: { adviser: 1001, client: 7, accountLength: 4, version: 3 },
  accounts: [
    { place: 'bank', label: 'Konto', sphere: null, count: 1, inCents: 7000, outCents: 0, account: '1800' },
    { place: 'charge:course:purpose', label: 'Kurse', sphere: 'purpose', count: 1, inCents: 7000, outCents: 0, account: '' },
  ],
  lacking: [],
};

test('a number of the wrong length is refused at its account, and valid ones are sent with the rest', async () => {
  const server = signIn(userOf('admin'));
  server.on(datevContract.save, { version: 4 });
  const onDone = vi.fn();
  const hand = show(<DatevForm club="RWA" datev={datev} onDone={onDone} />);
  await hand.fill('Kurse (Zweckbetrieb)', '40000');
  await hand.press('Speichern');
  await hand.reads('Bitte genau 4 Ziffern.');
  expect(server.sent).toEqual([]);
  await hand.fill('Kurse (Zweckbetrieb)', '4000');
  await hand.press('Speichern');
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(server.sent[0]?.body).toMatchObject({
    version: 3,
    adviser: 1001,
    accounts: [
      { place: 'bank', account: '1800' },
      { place: 'charge:course:purpose', account: '4000' },
    ],
  });
});

test('what a colleague saves meanwhile arrives in the form, and nothing typed is lost: both values of the same account are shown', async () => {
  signIn(userOf('admin'));
  const [bank, courses] = datev.accounts;
  if (!bank || !courses) throw new Error('two accounts');
  const newer: Datev = {
    ...datev,
    settings: { adviser: 2002, client: 7, accountLength: 4, version: 4 },
    accounts: [bank, { ...courses, account: '4100' }],
  };
  function Followed() {
    const [shown, setShown] = useState(datev);
    return (
      <>
        <DatevForm club="RWA" datev={shown} onDone={vi.fn()} />
        <button type="button" onClick={() => setShown(newer)}>
          Jemand speichert
        </button>
      </>
    );
  }
  const hand = show(<Followed />);
  await hand.fill('Kurse (Zweckbetrieb)', '4000');
  await hand.press('Jemand speichert');
  await hand.reads('Ihre Eingabe: 4000');
  await hand.reads('Gespeichert: 4100');
  expect(hand.field('Kurse (Zweckbetrieb)').value).toBe('4000');
  await hand.user.click(await hand.reads('Ihre Eingabe: 4000'));
  await waitFor(() => expect(hand.field('Beraternummer').value).toBe('2002'));
  expect(hand.field('Kurse (Zweckbetrieb)').value).toBe('4000');
});
