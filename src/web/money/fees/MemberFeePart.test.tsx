import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { departmentsContract } from '#shared/club/departments.ts';
import { memberFeesContract, type FeeExceptionView, type MemberFees } from '#shared/money/fees/memberFees.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { MemberFeePart } from './MemberFeePart.tsx';

const [personId, exceptionId] = ['1', '2'].map((end) => `9d7a8a31-5b7c-4c57-8d0f-00000000000${end}`) as [string, string];

beforeEach(() => void vi.setSystemTime('2026-11-22T10:00:00Z'));

test('a member is exempted for a period, with the reason shown in the line', async () => {
  const { server, hand } = await open();
  await hand.reads('anteilig ab 04/2026: 9 von 12 Monaten');
  server.on(memberFeesContract.createException, fees());
  await hand.press('Ausnahme anlegen');
  await hand.fill('Grund', 'Ehrenamt');
  await hand.fill('Bis', '31.12.2027');
  await hand.press('Speichern');
  await hand.reads('Die Ausnahme ist gespeichert. Sie gilt ab dem nächsten Beitragslauf.');
  expect(server.sent).toMatchObject([
    {
      method: 'POST',
      address: `/people/${personId}/fee-exceptions`,
      body: { layer: 'base', departmentId: null, kind: 'free', from: '2026-01-01', to: '2027-12-31', reason: 'Ehrenamt', proofUntil: null },
    },
  ]);
});

test('an exception without a reason is not sent; server errors are shown at their fields', async () => {
  const { server, hand } = await open({ exceptions: [exception()] });
  server.on(memberFeesContract.updateException, () => refuse('invalid-input', { from: 'Da gilt schon eine.' }));
  await hand.press('Ausnahme ändern');
  await hand.fill('Grund', '');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Grund')).toBeDefined());
  expect(server.sent).toEqual([]);
  await hand.fill('Grund', 'Studium');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Ab')).toBe('Da gilt schon eine.'));
  expect(hand.field('Grund').value).toBe('Studium');
  expect(server.sent[0]?.body).toMatchObject({ version: 3, kind: 'percent', percent: 50, reason: 'Studium' });
});

test('rhythm, payment method and first day are agreed with the member', async () => {
  const { server, hand } = await open();
  server.on(memberFeesContract.saveTerms, fees());
  await hand.press('Zahlweise ändern');
  await hand.choose('Wie oft', 'je Quartal');
  await hand.choose('Zahlungsart', 'bar');
  await hand.fill('Beitrag erst ab', '01.07.2027');
  await hand.press('Speichern');
  await hand.reads('Die Zahlweise ist gespeichert.');
  expect(server.sent[0]?.body).toEqual({ rhythm: 'quarter', method: 'cash', feesFrom: '2027-07-01', version: 0 });
});

test('an exception is deleted after a confirmation', async () => {
  const { server, hand } = await open({ exceptions: [exception()] });
  server.on(memberFeesContract.deleteException, { ok: true });
  await hand.press('Ausnahme ändern');
  await hand.press('Löschen');
  await hand.reads('Ausnahme löschen?');
  expect(server.sent).toEqual([]);
  await hand.press('Ausnahme löschen');
  await waitFor(() => expect(server.sent).toMatchObject([{ method: 'DELETE', address: `/fee-exceptions/${exceptionId}` }]));
});

async function open(values: Partial<MemberFees> = {}) {
  const server = signIn(userOf('admin'));
  server.on(memberFeesContract.ofPerson, fees(values));
  server.on(departmentsContract.list, []);
  const hand = show(<MemberFeePart personId={personId} />);
  await waitFor(() => hand.button('Zahlweise ändern'));
  return { server, hand };
}

function fees(values: Partial<MemberFees> = {}): MemberFees {
  return {
    club: 'RWA',
    isMember: true,
    terms: { rhythm: null, method: null, feesFrom: null, version: 0 },
    exceptions: [],
    year: 2026,
    lines: [
      {
        slot: 'base',
        label: 'Erwachsene',
        reason: 'anteilig ab 04/2026: 9 von 12 Monaten',
        from: '2026-04-01',
        to: '2026-12-31',
        cents: 9000,
      },
    ],
    faults: [],
    ...values,
  };
}

function exception(): FeeExceptionView {
  return {
    id: exceptionId,
    layer: 'base',
    departmentId: null,
    kind: 'percent',
    cents: 0,
    percent: 50,
    from: '2026-01-01',
    to: null,
    reason: 'Härtefall',
    proofUntil: null,
    version: 3,
  };
}
