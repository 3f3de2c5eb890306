import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { privacyLogContract, type WholeCase } from '#shared/office/privacyLog/contract.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ClosingDialog } from './ClosingForm.tsx';

beforeEach(() => void vi.setSystemTime('2026-11-24T09:00:00Z'));

const request: WholeCase = {
  id: '8d7a8a31-5b7c-4c57-8d0f-000000000008',
  club: 'RWA',
  kind: 'request',
  asked: 'access',
  cameBy: 'letter',
  knownAt: '2026-11-19T23:00:00.000Z',
  personId: null,
  person: null,
  concerns: 'Paula Muster',
  text: 'Was ist gespeichert?',
  dueAt: '2026-12-20T22:59:59.999Z',
  extension: null,
  state: 'open',
  outcome: null,
  outcomeOn: null,
  outcomeText: '',
  closedAt: null,
  version: 2,
  steps: [],
};

test('a case is closed with an outcome of its kind; a refusal requires a reason', async () => {
  const server = signIn(userOf('admin')).on(privacyLogContract.close, { ...request, state: 'closed' });
  const onClose = vi.fn();
  const hand = show(<ClosingDialog of={request} onClose={onClose} />);
  expect(() => hand.field('Gemeldet an die Aufsicht')).toThrow('no field');
  await hand.press('Abschließen');
  await hand.reads('Bitte wählen.');
  await hand.tick('Abgelehnt');
  await hand.press('Abschließen');
  await waitFor(() => expect(hand.problem('Warum?')).toBe('Bitte den Grund angeben.'));
  expect(server.sent).toEqual([]);
  await hand.fill('Warum?', 'Die Person hat sich nicht ausgewiesen.');
  await hand.press('Abschließen');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const body = { outcome: 'refused', outcomeOn: '2026-11-24', outcomeText: 'Die Person hat sich nicht ausgewiesen.', version: 2 };
  expect(server.sent).toMatchObject([{ method: 'POST', address: `/privacy/cases/${request.id}/closing`, body }]);
});
