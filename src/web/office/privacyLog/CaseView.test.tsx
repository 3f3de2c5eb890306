import { beforeEach, expect, test, vi } from 'vitest';
import { privacyLogContract, type WholeCase } from '#shared/office/privacyLog/contract.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { CaseView } from './CaseView.tsx';

beforeEach(() => void vi.setSystemTime('2026-11-24T09:00:00Z'));

const request: WholeCase = {
  id: '8d7a8a31-5b7c-4c57-8d0f-000000000009',
  club: 'RWA',
  kind: 'request',
  asked: 'access',
  cameBy: 'letter',
  knownAt: '2026-10-19T22:00:00.000Z',
  personId: '8d7a8a31-5b7c-4c57-8d0f-000000000010',
  person: 'Paula Muster',
  concerns: '',
  text: 'Was ist gespeichert?',
  dueAt: '2026-11-20T22:59:59.999Z',
  extension: null,
  state: 'open',
  outcome: null,
  outcomeOn: null,
  outcomeText: '',
  closedAt: null,
  version: 1,
  steps: [
    {
      id: '8d7a8a31-5b7c-4c57-8d0f-000000000011',
      at: '2026-10-20T08:00:00.000Z',
      by: 'Anton Rotmuster',
      kind: 'opened',
      text: 'Eingetragen.',
    },
  ],
};

test('an overdue case is marked in red and links to the person; a new step appears in its log', async () => {
  const steps = [...request.steps];
  const server = signIn(userOf('admin'))
    .on(privacyLogContract.read, () => ({ ...request, steps }))
    .on(privacyLogContract.addStep, ({ text }) => {
      steps.push({ id: '8d7a8a31-5b7c-4c57-8d0f-000000000012', at: '2026-11-24T09:00:00.000Z', by: 'Vera Vogel', kind: 'note', text });
      return { ...request, steps };
    });
  const onPerson = vi.fn();
  const hand = show(<CaseView id={request.id} onBack={vi.fn()} onPerson={onPerson} />);
  expect((await hand.reads('seit 4 Tagen überfällig')).dataset['tone']).toBe('bad');
  await hand.press('Auskunft und Löschung: Paula Muster');
  expect(onPerson).toHaveBeenCalledWith(request.personId);
  await hand.press('Schritt eintragen');
  expect(hand.problem('Neuer Schritt')).toBe('Bitte ausfüllen.');
  await hand.fill('Neuer Schritt', 'Kopie geschickt.');
  await hand.press('Schritt eintragen');
  await hand.reads('24.11.2026, 10:00, Vera Vogel');
  expect(hand.field('Neuer Schritt').value).toBe('');
  expect(server.sent).toMatchObject([
    { method: 'POST', address: `/privacy/cases/${request.id}/steps`, body: { text: 'Kopie geschickt.' } },
  ]);
});

test('a closed case shows its outcome, and can only be reopened', async () => {
  const closed = {
    ...request,
    state: 'closed',
    outcome: 'fulfilled',
    outcomeOn: '2026-11-19',
    closedAt: '2026-11-19T10:00:00.000Z',
  } as const;
  signIn(userOf('admin')).on(privacyLogContract.read, closed);
  const hand = show(<CaseView id={request.id} onBack={vi.fn()} onPerson={vi.fn()} />);
  await hand.reads('Erledigt und beantwortet am 19.11.2026.');
  expect(() => hand.button('Abschließen …')).toThrow('no button');
  expect(hand.button('Wieder öffnen …').disabled).toBe(false);
});
