import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { mandatesContract, type Mandate, type Payment } from '#shared/money/mandates.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { PaymentPart } from './PaymentPart.tsx';

const [payerId, miaId, mandateId] = ['1', '2', '3'].map((end) => `9d7a8a31-5b7c-4c57-8d0f-00000000000${end}`) as [string, string, string];
const iban = 'DE02500105170137075030';

const scans: string[] = [];
vi.mock('#web/lib/storage/clubStorage.ts', () => ({ clubStorage: () => ({ list: () => Promise.resolve({ files: scans }) }) }));

beforeEach(() => void vi.setSystemTime('2026-11-22T10:00:00Z'));

test('a mandate is sent as on the paper, for one person if selected, and with open charges', async () => {
  const { server, hand } = await open({
    open: [
      { personId: miaId, count: 2, cents: 4990 },
      { personId: payerId, count: 1, cents: 1000 },
    ],
  });
  server.on(mandatesContract.create, mandate());
  await hand.reads('Zahlt selbst. Zahlt auch für Mia Ohm.');
  await hand.press('Mandat eintragen');
  await hand.fill('IBAN', 'DE02 5001 0517 0137 0750 30');
  await hand.fill('Unterschrieben am', '01.03.2019');
  await hand.fill('Mandatsreferenz', 'ALT-17');
  expect(hand.field('3 offene Forderungen (59,90\u00a0€) einziehen').checked).toBe(true);
  await hand.choose('Gilt für', 'nur Mia Ohm');
  expect(hand.field('Kontoinhaber').value).toBe('Ole Ohm');
  expect(hand.field('2 offene Forderungen (49,90\u00a0€) einziehen').checked).toBe(true);
  await hand.press('Eintragen');
  await hand.reads('Das Mandat ist eingetragen.');
  expect(server.sent).toMatchObject([
    {
      method: 'POST',
      address: '/mandates',
      body: {
        payerPersonId: payerId,
        forPersonId: miaId,
        accountHolder: 'Ole Ohm',
        signedOn: '2019-03-01',
        reference: 'ALT-17',
        kind: 'recurrent',
        collectsOpen: true,
      },
    },
  ]);
});

test('an invalid IBAN is reported on blur, and a date is never guessed', async () => {
  const { server, hand } = await open();
  await hand.press('Mandat eintragen');
  await hand.fill('IBAN', 'DE03 5001 0517 0137 0750 30');
  await hand.user.tab();
  await waitFor(() => expect(hand.problem('IBAN')).toMatch('Diese IBAN stimmt nicht.'));
  await hand.press('Eintragen');
  expect(hand.field('Unterschrieben am').value).toBe('');
  expect(hand.problem('Unterschrieben am')).toBeDefined();
  expect(server.sent).toEqual([]);
});

test('server errors are shown at their fields, and the input is kept', async () => {
  const { server, hand } = await open();
  server.on(mandatesContract.create, () => refuse('invalid-input', { reference: 'Diese Referenz gibt es schon.' }));
  await hand.press('Mandat eintragen');
  await hand.fill('IBAN', iban);
  await hand.fill('Unterschrieben am', '01.03.2019');
  await hand.press('Eintragen');
  await waitFor(() => expect(hand.problem('Mandatsreferenz')).toBe('Diese Referenz gibt es schon.'));
  expect(hand.field('IBAN').value).toBe(iban);
});

test('the scanned paper of a mandate is there to download, and another can be uploaded', async () => {
  scans.push(`RWA/mandates/${mandateId}/mandat-ole.pdf`);
  const { hand } = await open({ mandates: [mandate()] });
  await hand.reads('Papier hochladen');
  await waitFor(() => expect(hand.button('mandat-ole.pdf')).toBeDefined());
  scans.length = 0;
});

test('a mandate is paused at once, and the notification offers undo', async () => {
  const { server, hand } = await open({ mandates: [mandate()] });
  server.on(mandatesContract.pause, ({ isPaused }) => mandate({ isPaused, version: 3 }));
  await hand.press('Ruhen lassen');
  await hand.press('Rückgängig');
  await waitFor(() => expect(server.sent).toHaveLength(2));
  expect(server.sent.map(({ body }) => body)).toEqual([
    { isPaused: true, version: 2 },
    { isPaused: false, version: 3 },
  ]);
});

test('a mandate ends after a confirmation with reason and day', async () => {
  const { server, hand } = await open({ mandates: [mandate()] });
  server.on(mandatesContract.end, mandate({ state: 'revoked', version: 3 }));
  await hand.press('Beenden');
  await hand.reads(/Vom Konto DE•• •••• 5030 wird nichts mehr eingezogen/);
  expect(server.sent).toEqual([]);
  await hand.choose('Grund', 'verstorben');
  await hand.press('Mandat beenden');
  await hand.reads('Das Mandat ist beendet.');
  expect(server.sent[0]?.body).toEqual({ reason: 'deceased', on: '2026-11-22', version: 2 });
});

test('an imported mandate names what it lacks, and can be completed', async () => {
  const { server, hand } = await open({ mandates: [mandate({ state: 'incomplete', signedOn: null, reference: null })] });
  server.on(mandatesContract.complete, mandate());
  await hand.reads('unvollständig, wird nicht eingezogen');
  await hand.press('Ergänzen');
  await hand.fill('Unterschrieben am', '01.02.2014');
  await hand.fill('Zuletzt eingezogen am', '15.01.2026');
  await hand.press('Speichern');
  await hand.reads('Das Mandat ist vollständig.');
  expect(server.sent[0]?.body).toEqual({
    signedOn: '2014-02-01',
    reference: 'RWA-17-01',
    lastUsedOn: '2026-01-15',
    collectsOpen: false,
    version: 2,
  });
});

test('completing an imported mandate collects open charges, and a debit before the signature belongs to another mandate', async () => {
  const { server, hand } = await open({
    open: [{ personId: payerId, count: 1, cents: 2500 }],
    mandates: [mandate({ state: 'incomplete', signedOn: null, reference: null, lastUsedOn: '2026-01-15' })],
  });
  server.on(mandatesContract.complete, mandate());
  await hand.press('Ergänzen');
  expect(hand.field('Zuletzt eingezogen am').value).toBe('15.01.2026');
  await hand.fill('Unterschrieben am', '01.02.2026');
  await hand.user.tab();
  await waitFor(() => expect(hand.field('Zuletzt eingezogen am').value).toBe(''));
  expect(hand.field('Die offene Forderung (25,00\u00a0€) einziehen').checked).toBe(true);
  await hand.press('Speichern');
  await hand.reads('Das Mandat ist vollständig.');
  expect(server.sent[0]?.body).toMatchObject({ signedOn: '2026-02-01', lastUsedOn: null, collectsOpen: true });
});

test('the full account number is shown on request', async () => {
  const { server, hand } = await open({ mandates: [mandate()] });
  server.on(mandatesContract.reveal, { iban });
  await hand.press('IBAN anzeigen');
  await hand.reads('DE02 5001 0517 0137 0750 30');
});

async function open(values: Partial<Payment> = {}) {
  const server = signIn(userOf('admin'));
  server.on(mandatesContract.ofPerson, {
    payer: { id: payerId, name: 'Ole Ohm' },
    isOwn: true,
    mandates: [],
    paysFor: [
      { id: payerId, name: 'Ole Ohm' },
      { id: miaId, name: 'Mia Ohm' },
    ],
    reference: 'RWA-17-01',
    open: [],
    ...values,
  });
  const hand = show(<PaymentPart personId={payerId} />);
  await waitFor(() => hand.button('Mandat eintragen'));
  return { server, hand };
}

function mandate(other: Partial<Mandate> = {}): Mandate {
  return {
    id: mandateId,
    club: 'RWA',
    payerPersonId: payerId,
    payer: 'Ohm, Ole',
    forPersonId: null,
    forName: '',
    reference: 'ALT-17',
    account: 'DE•• •••• 5030',
    accountHolder: 'Ole Ohm',
    signedOn: '2025-03-01',
    lastUsedOn: null,
    lapsesOn: '2028-03-01',
    kind: 'recurrent',
    state: 'active',
    isPaused: false,
    origin: 'paper',
    endedOn: null,
    endReason: null,
    version: 2,
    ...other,
  };
}
