import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chargesContract, type OwnCharge } from '#shared/money/charges.ts';
import { paymentsContract } from '#shared/money/payments.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { MyCharges } from './MyCharges.tsx';

const charge: OwnCharge = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  reference: 'RWA-100001',
  club: 'RWA',
  name: 'Mila Muster',
  label: 'Kinderturnen',
  cents: 4000,
  settledCents: 1000,
  dueOn: '2026-12-01',
  deferredUntil: null,
  method: 'transfer',
  state: 'open',
  paidOn: null,
  splitOf: null,
  isMine: true,
  payerName: 'Rosa Muster',
  account: { name: 'RWA Probe', iban: 'DE02120300000000202051' },
  accountReference: 'RWA-K10007',
};
const second = { ...charge, id: '9d7a8a31-5b7c-4c57-8d0f-000000000002', reference: 'RWA-100002', settledCents: 0 };
const collected: OwnCharge = { ...charge, id: '9d7a8a31-5b7c-4c57-8d0f-000000000003', reference: 'RWA-100003', method: 'sepa' };

function shown(charges: OwnCharge[]) {
  signIn(userOf('reader')).on(chargesContract.mine, charges).on(paymentsContract.ownCredit, []);
  return show(<MyCharges />);
}

test('all transfers are paid in one, with the account number; debits are not included', async () => {
  const hand = shown([charge, second, collected]);
  await hand.reads(/2 Forderungen mit einer Überweisung bezahlen: 70,00\s€/);
  expect(screen.getAllByText('Nur diese überweisen')).toHaveLength(2);
  const facts = screen.getByLabelText('Überweisung RWA-K10007');
  expect(within(facts).getByText(/70,00/)).toBeTruthy();
});

test('the next debit is shown at the top: its day and amount, or that the club will announce the day', async () => {
  const later: OwnCharge = { ...collected, dueOn: '2099-03-01' };
  const first = { ...later, id: '9d7a8a31-5b7c-4c57-8d0f-000000000004', dueOn: '2099-02-01', settledCents: 0 };
  await shown([charge, later, first]).reads(/Nächster Einzug: 40,00\s€, fällig am 01\.02\.2099/);
  await shown([{ ...first, state: 'in_collection', dueOn: '2099-02-03' }]).reads(/Nächster Einzug: 40,00\s€ am 03\.02\.2099/);
  await shown([{ ...collected, dueOn: '2020-02-01' }]).reads(/Nächster Einzug: 30,00\s€; den Tag kündigt der Verein an/);
});

test('charges paid by somebody else name the payer: they are not owed, transferred or collected', async () => {
  const other = { ...second, isMine: false, payerName: 'Jugendamt', account: null, accountReference: null };
  const debit = { ...other, id: '9d7a8a31-5b7c-4c57-8d0f-000000000005', label: 'Judo', method: 'sepa' as const, payerName: '' };
  const hand = shown([charge, other, debit]);
  await hand.reads(/Offen: 30,00\s€$/);
  await hand.reads('Mila Muster · zahlt Jugendamt');
  await hand.reads('Mila Muster · zahlt jemand anders');
  expect(screen.getAllByLabelText(/^Überweisung/)).toHaveLength(1);
  expect(document.body.textContent).not.toMatch(/RWA-100002|Einzug|mit einer Überweisung/);
  shown([other]);
  await hand.reads('Zurzeit ist nichts zu bezahlen.');
});

test('an installment plan is one row: the remaining amount and the next installment, which alone is part of the joint transfer', async () => {
  const whole: OwnCharge = { ...charge, id: '9d7a8a31-5b7c-4c57-8d0f-000000000010', label: 'Jahresbeitrag', state: 'split', cents: 9000 };
  const part = (no: number, more: Partial<OwnCharge> = {}): OwnCharge => ({
    ...charge,
    id: `9d7a8a31-5b7c-4c57-8d0f-00000000002${no}`,
    reference: `RWA-10020${no}`,
    label: `Jahresbeitrag, Rate ${no} von 3`,
    cents: 3000,
    settledCents: 0,
    dueOn: `2099-0${no}-15`,
    splitOf: whole.id,
    ...more,
  });
  const paid = part(1, { state: 'paid', paidOn: '2026-11-20', settledCents: 3000 });
  const taken = part(4, { isMine: false, payerName: 'Jugendamt' });
  const hand = shown([part(3), part(2), taken, charge, paid, whole]);
  await hand.reads(/Offen: 90,00\s€/);
  await hand.reads(/in 4 Raten, 2 sind noch zu zahlen/);
  await hand.reads(/Als Nächstes: , fällig am 15\.02\.2099/);
  await hand.reads(/2 Forderungen mit einer Überweisung bezahlen: 60,00\s€/);
  const rates = within(screen.getByLabelText('Raten: Jahresbeitrag')).getAllByRole('listitem');
  expect(rates.map(({ textContent }) => textContent?.slice(0, 10))).toEqual(['15.01.2099', '15.02.2099', '15.03.2099', '15.04.2099']);
  expect(screen.getAllByText(/zahlt Jugendamt/)).toHaveLength(1);
  expect(screen.queryByText('Bezahlt und erledigt (1)')).toBeNull();
});
