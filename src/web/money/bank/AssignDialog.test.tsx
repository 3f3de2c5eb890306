import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { bankLinesContract, type KeptLine } from '#shared/money/bankLines.ts';
import { chargesContract } from '#shared/money/charges.ts';
import { organisationsContract } from '#shared/halls/organisations.ts';
import { peopleContract } from '#shared/people/people.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { AssignDialog } from './AssignDialog.tsx';

const id = (at: number) => `9d7a8a31-5b7c-4c57-8d0f-00000000000${at}`;
const line: KeptLine = {
  id: id(1),
  day: '2026-11-20',
  cents: 7000,
  name: 'Ute Muster',
  purpose: 'RWA-7 RWA-8',
  account: '•••• 2051',
  accountKey: '',
  ofAccount: '',
  state: 'new',
  version: 1,
  result: 'rest',
  kind: 'several',
  message: 'Zwei Zeichen.',
  mayAssign: true,
  charges: [
    { id: id(7), reference: 'RWA-7', name: 'Ute Muster', label: 'Yoga', cents: 5000 },
    { id: id(8), reference: 'RWA-8', name: 'Ute Muster', label: 'Judo', cents: 4000 },
  ],
  action: null,
  mayReopen: false,
};
const yoga = 'RWA-7, Ute Muster: Yoga, offen 50,00\u00A0€';
const judo = 'RWA-8, Ute Muster: Judo, offen 40,00\u00A0€';

test('a payment is allocated to the checked charges, each with its remaining amount', async () => {
  const { server, hand, onClose } = open();
  server.on(bankLinesContract.assign, { cents: 7000 });
  await hand.press('Zuordnen');
  await hand.reads('Bitte mindestens eine Forderung auswählen.');
  await hand.tick(yoga);
  await hand.tick(judo);
  await hand.reads('Alles ist verteilt.');
  expect(hand.field('Betrag für RWA-8 in Euro').value).toBe('20,00');
  await hand.press('Zuordnen');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent.map(({ body }) => body)).toEqual([
    {
      shares: [
        { chargeId: id(7), cents: 5000 },
        { chargeId: id(8), cents: 2000 },
      ],
    },
  ]);
});

test('an allocation above the payment is not sent, and the excess is shown; a server error keeps the shares', async () => {
  const { server, hand, onClose } = open();
  server.on(bankLinesContract.assign, () => refuse('wrong-state'));
  await hand.tick(yoga);
  await hand.tick(judo);
  await hand.fill('Betrag für RWA-8 in Euro', '30,00');
  await hand.press('Zuordnen');
  expect((await hand.reads(/^10,00\s€ zu viel verteilt\.$/)).getAttribute('role')).toBe('alert');
  expect(server.sent).toEqual([]);
  await hand.fill('Betrag für RWA-8 in Euro', '15,00');
  await hand.reads(/^5,00\s€ bleiben als Guthaben/);
  await hand.press('Zuordnen');
  await waitFor(() => expect(hand.refusal()).toBeTruthy());
  expect(hand.field('Betrag für RWA-8 in Euro').value).toBe('15,00');
  expect(onClose).not.toHaveBeenCalled();
});

test('suggested charges are checked, and no credit is left', async () => {
  const { hand } = open({ ...line, cents: 5000, result: 'suggestion', kind: null, charges: line.charges.slice(0, 1) });
  expect(hand.field(yoga).checked).toBe(true);
  await hand.reads('Alles ist verteilt.');
});

test('a partial payment is allocated to the named charge', async () => {
  const { hand } = open({ ...line, cents: 3000, kind: 'part', charges: line.charges.slice(0, 1) });
  expect(hand.field('Betrag für RWA-7 in Euro').value).toBe('30,00');
  await hand.reads('Alles ist verteilt.');
});

test('money without a charge goes to the account of a payer', async () => {
  const { server, hand, onClose } = open({ ...line, name: 'Familie Muster', charges: [] });
  server.on(chargesContract.list, { rows: [], next: null, totals: null });
  const found = { firstname: 'Ute', lastname: 'Muster', birthDate: '1980-01-01', isMember: true, isClaimed: false };
  server.on(peopleContract.search, [{ id: id(3), ...found }]);
  server.on(bankLinesContract.assign, { cents: 7000 });
  await hand.reads('Noch ist nichts verteilt.');
  await hand.press('Zuordnen');
  await hand.reads('Bitte mindestens eine Forderung auswählen.');
  server.on(organisationsContract.list, []);
  await hand.press('Ohne Forderung auf ein Konto …');
  await hand.fill('Auf das Konto von', 'Muster');
  await hand.user.click(await screen.findByRole('option', { hidden: true, name: /^Ute Muster, geboren/ }));
  await hand.reads('Bezahlt wird, was dort zuerst fällig ist; was übrig bleibt, wird Guthaben.');
  await hand.press('Zuordnen');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent.find(({ method }) => method === 'POST')?.body).toEqual({ shares: [], payerId: id(3) });
});

test('a share above what is open is refused at its field', async () => {
  const { server, hand } = open({ ...line, cents: 9000 });
  await hand.tick(yoga);
  await hand.fill('Betrag für RWA-7 in Euro', '60,00');
  await hand.press('Zuordnen');
  await hand.reads(/^Offen sind nur 50,00\s€\.$/);
  expect(server.sent.filter(({ method }) => method === 'POST')).toEqual([]);
});

function open(shown = line) {
  const onClose = vi.fn();
  const server = signIn(userOf('admin'));
  return { server, onClose, hand: show(<AssignDialog line={shown} onClose={onClose} />) };
}
