import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { bankLinesContract, type KeptLine } from '#shared/money/bankLines.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { LineEntryDialog } from './LineEntryDialog.tsx';

const id = '9d7a8a31-5b7c-4c57-8d0f-000000000001';
const line: KeptLine = {
  id,
  day: '2026-03-03',
  cents: -8820,
  name: 'Sportversicherung AG',
  purpose: 'Beitrag 2026',
  account: '•••• 6199',
  accountKey: '',
  ofAccount: '',
  state: 'new',
  version: 1,
  result: 'rest',
  kind: 'several',
  message: 'Abgang vom Konto',
  charges: [],
  mayAssign: true,
  mayReopen: false,
  action: null,
};

function open(change: Partial<KeptLine> = {}) {
  const server = signIn(userOf('admin'));
  const onClose = vi.fn();
  return { server, onClose, hand: show(<LineEntryDialog line={{ ...line, ...change }} onClose={onClose} />) };
}

test("outgoing money is an expense: its category sets the default sphere, and the bank's text is prefilled", async () => {
  const { server, hand, onClose } = open();
  server.on(bankLinesContract.enter, { version: 2 });
  expect(screen.queryByLabelText('Was ist es?')).toBeNull();
  expect(screen.queryByRole('option', { name: 'Zuschüsse' })).toBeNull();
  await hand.user.selectOptions(hand.field('Wofür'), 'Geräte und Material');
  expect(hand.field('Bereich').value).toBe('purpose');
  await hand.user.selectOptions(hand.field('Wofür'), 'Versicherungen');
  await hand.press('Buchen');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent[0]).toMatchObject({
    address: `/bank-lines/${id}/entry`,
    body: { version: 1, parts: [{ category: 'insurance', sphere: 'ideal', text: 'Sportversicherung AG, Beitrag 2026', cents: 8820 }] },
  });
});

test('a line is split into income and expenses; it can only be booked if the parts add up to its amount', async () => {
  const { server, hand, onClose } = open({ cents: 9700, name: 'Kartendienst', purpose: 'Abrechnung' });
  server.on(bankLinesContract.enter, { version: 2 });
  await hand.press('Aufteilen');
  const inPart = (at: number) => within(screen.getByRole('group', { name: `Teil ${at}` }));
  await hand.user.selectOptions(inPart(1).getByLabelText('Wofür'), 'Einnahme: Feste und Eintritt');
  fireEvent.change(inPart(1).getByLabelText(/Betrag/), { target: { value: '100' } });
  await hand.user.selectOptions(inPart(2).getByLabelText('Wofür'), 'Ausgabe: Gebühren der Bank');
  await hand.reads(/Noch 3,00\s€ Unterschied/);
  await hand.press('Buchen');
  await hand.reads('Die Teile ergeben zusammen noch nicht den Betrag.');
  expect(server.sent).toEqual([]);
  fireEvent.change(inPart(2).getByLabelText(/Betrag/), { target: { value: '3' } });
  await hand.reads('Alles ist verteilt.');
  await hand.press('Buchen');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent[0]?.body).toEqual({
    version: 1,
    parts: [
      { category: 'event_income', sphere: 'business', text: 'Kartendienst, Abrechnung', cents: 10_000 },
      { category: 'bank_fees', sphere: 'ideal', text: 'Kartendienst, Abrechnung', cents: 300 },
    ],
  });
});

test('money whose purpose says so is proposed as a donation; a missing address is reported at its field, and nothing is sent', async () => {
  const { server, hand, onClose } = open({ cents: 25_000, name: 'Dora Dill', purpose: 'Spende' });
  server.on(bankLinesContract.donate, { version: 2 });
  await hand.press('Als Spende eintragen');
  expect(hand.problem('Anschrift')).toBe('Bitte die Anschrift angeben.');
  expect(server.sent).toEqual([]);
  await hand.fill('Anschrift', 'Testweg 1');
  await hand.press('Als Spende eintragen');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent[0]?.body).toEqual({ version: 1, donorName: 'Dora Dill', donorAddress: 'Testweg 1', note: 'Spende' });
});

test('a refusal is shown, and the input is kept', async () => {
  const { server, hand, onClose } = open();
  server.on(bankLinesContract.enter, () => refuse('period-closed'));
  await hand.fill('Text', 'Versicherung der Halle');
  await hand.press('Buchen');
  await waitFor(() => screen.getByRole('alert'));
  expect(hand.field('Text').value).toBe('Versicherung der Halle');
  expect(onClose).not.toHaveBeenCalled();
});
