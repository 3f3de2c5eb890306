import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { privacyLogContract, type WholeCase } from '#shared/office/privacyLog/contract.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { CaseDialog } from './CaseForm.tsx';

beforeEach(() => void vi.setSystemTime('2026-11-24T09:00:00Z'));

const breach: WholeCase = {
  id: '8d7a8a31-5b7c-4c57-8d0f-000000000007',
  club: 'RWA',
  kind: 'breach',
  asked: null,
  cameBy: 'phone',
  knownAt: '2026-11-23T07:15:00.000Z',
  personId: null,
  person: null,
  concerns: 'Die Turnerliste',
  text: 'Liste im Bus vergessen.',
  dueAt: '2026-11-26T07:15:00.000Z',
  extension: null,
  state: 'open',
  outcome: null,
  outcomeOn: null,
  outcomeText: '',
  closedAt: null,
  version: 3,
  steps: [],
};

test('a request requires its kind, requester and subject; then it is sent for the club', async () => {
  const server = signIn(userOf('admin')).on(privacyLogContract.create, { ...breach, kind: 'request', asked: 'access' });
  const onSaved = vi.fn();
  const hand = show(<CaseDialog club="RWA" of="new" onClose={vi.fn()} onSaved={onSaved} />);
  await hand.press('Speichern');
  expect(hand.problem('Anliegen')).toBe('Bitte wählen.');
  expect(hand.problem('Sonst: Wer fragt?')).toBe('Bitte oben die Person wählen oder hier sagen, wer fragt.');
  expect(hand.problem('Worum geht es?')).toBe('Bitte ausfüllen.');
  expect(server.sent).toEqual([]);
  await hand.choose('Anliegen', 'Auskunft (Art. 15)');
  await hand.fill('Sonst: Wer fragt?', 'Paula Muster, Musterweg 1');
  await hand.fill('Worum geht es?', 'Was ist gespeichert?');
  await hand.choose('Eingang', 'Brief');
  await hand.fill('Eingegangen am', '20.11.2026');
  await hand.press('Speichern');
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith(breach.id));
  const body = { kind: 'request', asked: 'access', cameBy: 'letter', knownOn: '2026-11-20', personId: null, club: 'RWA' };
  expect(server.sent).toMatchObject([{ method: 'POST', address: '/privacy/cases', body }]);
});

test('a breach requires a time and no requester; usual notations of a time are accepted', async () => {
  const server = signIn(userOf('admin')).on(privacyLogContract.create, breach);
  const onClose = vi.fn();
  const hand = show(<CaseDialog club="RWA" of="new" onClose={onClose} />);
  await hand.tick('Vorfall');
  expect(() => hand.field('Anliegen')).toThrow('no field');
  await hand.fill('Wen betrifft es?', 'Alle 34 Kinder');
  await hand.fill('Uhrzeit', '8:15');
  await hand.fill('Was ist geschehen?', 'Liste vergessen.');
  await hand.press('Speichern');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent).toMatchObject([{ body: { kind: 'breach', asked: null, knownOn: '2026-11-24', knownTime: '08:15' } }]);
});

test('server errors are shown at their fields, and the input is kept', async () => {
  const server = signIn(userOf('admin')).on(privacyLogContract.update, () =>
    refuse('invalid-input', { knownTime: 'Das liegt in der Zukunft.' }),
  );
  const onClose = vi.fn();
  const hand = show(<CaseDialog club="RWA" of={breach} onClose={onClose} />);
  expect(hand.field('Uhrzeit').value).toBe('08:15');
  await hand.fill('Was ist geschehen?', 'Liste im Zug vergessen.');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Uhrzeit')).toBe('Das liegt in der Zukunft.'));
  expect(hand.field('Was ist geschehen?').value).toBe('Liste im Zug vergessen.');
  expect(onClose).not.toHaveBeenCalled();
  expect(server.sent).toMatchObject([
    { method: 'PUT', address: `/privacy/cases/${breach.id}`, body: { version: 3, knownOn: '2026-11-23' } },
  ]);
});
