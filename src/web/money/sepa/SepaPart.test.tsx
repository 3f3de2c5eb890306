import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { clubAccountsContract } from '#shared/club/bankAccounts/contract.ts';
import { sepaRunsContract, type Debit, type SepaProposal, type SepaRun } from '#shared/money/sepaRuns.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { SepaPart } from './SepaPart.tsx';

const debit = (mandate: string, notice: Debit['notice']): Debit => ({
  mandate,
  holder: `Ute ${mandate}`,
  account: 'DE12 •••• 3000',
  sequence: 'RCUR',
  cents: 5000,
  charges: [],
  returnCode: null,
  notice,
});
const proposal: SepaProposal = {
  missing: [],
  earliest: '2027-01-15',
  collectionDate: '2027-01-15',
  debits: [debit('M-1', 'mail'), debit('M-2', 'letter'), debit('M-3', 'told')],
  totalCents: 15_000,
  creditCents: 1200,
  faults: [],
  later: 0,
  nextDue: null,
};

const run: SepaRun = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000003',
  messageId: 'RWA-20270101-1',
  collectionDate: '2027-01-15',
  creditorAccount: 'Girokonto, DE•• •••• 2051',
  state: 'draft',
  items: 3,
  totalCents: 15_000,
  createdBy: 'Vera Vogel',
  returnFeeCents: 0,
  needsOther: false,
  createdAt: '2027-01-01T10:00:00.000Z',
  version: 1,
  debits: 2,
  letters: [],
  returned: [],
};

test('before a run is created it shows who is notified how and which credit is set off; the run can be limited to one kind of charge', async () => {
  const server = signIn(userOf('admin')).on(clubAccountsContract.list, []);
  server.on(sepaRunsContract.propose, proposal);
  server.on(sepaRunsContract.list, { rows: [], next: null });
  server.on(sepaRunsContract.create, { ...run, needsOther: true });
  const hand = show(<SepaPart />);
  await hand.reads(/Vorher werden 12,00\s€ Guthaben verrechnet/);
  await hand.choose('Was', 'Mitgliedsbeiträge');
  await hand.press('Lastschriftlauf anlegen');
  await hand.reads(/Eine Mail kündigt sie jetzt an\. 1 Zahler hat keine E-Mail-Adresse und braucht einen Brief\./);
  await hand.press('Anlegen');
  await waitFor(() => expect(server.sent.find(({ method }) => method === 'POST')).toBeDefined());
  expect(server.sent.find(({ method }) => method === 'POST')?.body).toEqual({ collectionDate: '2027-01-15', source: 'membership' });
});

test.each([
  {
    words: 'the file of a new run comes at once',
    letters: [],
    needsOther: false,
    isFetched: true,
    next: /Die Datei für die Bank wird heruntergeladen/,
  },
  {
    words: 'letters are sent before the file is fetched',
    letters: [{ holder: 'Ute M-2', cents: 5000, postedOn: null }],
    needsOther: false,
    isFetched: false,
    next: /Verschicken Sie nun die Briefe/,
  },
  { words: 'with two persons the other one fetches the file', letters: [], needsOther: true, isFetched: false, next: /Eine zweite Person/ },
])('$words', async ({ letters, needsOther, isFetched, next }) => {
  const server = signIn(userOf('admin')).on(clubAccountsContract.list, []);
  server.on(sepaRunsContract.propose, proposal);
  server.on(sepaRunsContract.list, { rows: [], next: null });
  server.on(sepaRunsContract.create, { ...run, letters, needsOther });
  const fetched = new Set<string>();
  server.on(sepaRunsContract.file, ({ id }) => (fetched.add(id), refuse('wrong-state')));
  const hand = show(<SepaPart />);
  await hand.press('Lastschriftlauf anlegen');
  await hand.press('Anlegen');
  await hand.reads(next);
  await waitFor(() => expect([...fetched]).toEqual(isFetched ? [run.id] : []));
});

test('on a day without a debit the next one is a tap away', async () => {
  const server = signIn(userOf('admin')).on(clubAccountsContract.list, []);
  const days: (string | undefined)[] = [];
  server.on(sepaRunsContract.propose, ({ collectionDate }) => {
    days.push(collectionDate);
    return { ...proposal, debits: [], totalCents: 0, creditCents: 0, nextDue: { day: '2027-02-01', charges: 3, cents: 34_500 } };
  });
  server.on(sepaRunsContract.list, { rows: [], next: null });
  const hand = show(<SepaPart />);
  await hand.reads(/Die nächsten: 3 Forderungen über 345,00\s€, fällig zum 01\.02\.2027\./);
  await hand.press('Lastschriftlauf anlegen');
  await hand.reads('Zum 15.01.2027 ist nichts einzuziehen. Bitte wählen Sie einen anderen Tag.');
  await hand.press('Am 01.02.2027 einziehen');
  await waitFor(() => expect(days).toEqual([undefined, '2027-02-01']));
});
