import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ageSeasonContract, type AgeList, type AgeRow } from '#shared/courses/ageSeason/ageSeason.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { AgeDialog } from './AgeDialog.tsx';

const [rowId, personId, courseId, nextId, otherId] = ['1', '2', '3', '4', '5'].map(
  (end) => `8a1d2e3f-4a5b-4c6d-8e7f-00000000000${end}`,
) as [string, string, string, string, string];

beforeEach(() => void vi.setSystemTime('2027-06-15T10:00:00Z'));

test('a person with a suitable group is proposed to move to it on the first day of the season', async () => {
  const { server, hand, onClose } = open();
  server.on(ageSeasonContract.decide, { ok: true });
  await hand.reads('Minis, Jahrgang 2016. Ist ab 01.08.2027 zu alt.');
  expect(hand.field('Neue Gruppe').value).toBe('Maxis (1 Platz frei)');
  await hand.press('Entscheiden');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.sent).toEqual([
    {
      method: 'POST',
      address: `/age-season/${rowId}/decision`,
      body: { decision: 'moved', reason: '', courseId: nextId, day: '2027-08-01' },
    },
  ]);
  await hand.reads('Kim Muster: entschieden. Die Familie bekommt eine Mail.');
});

test('another group and another day can be chosen; a full group is marked', async () => {
  const { server, hand, onClose } = open();
  server.on(ageSeasonContract.decide, { ok: true });
  await hand.choose('Neue Gruppe', 'Profis (voll)');
  await hand.fill('Ab', '01.09.2027');
  await hand.user.tab();
  await hand.press('Entscheiden');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.sent[0]?.body).toMatchObject({ courseId: otherId, day: '2027-09-01' });
});

test('an exception requires a reason, and sends neither group nor day', async () => {
  const { server, hand, onClose } = open();
  server.on(ageSeasonContract.decide, { ok: true });
  await hand.user.click(screen.getByLabelText('bleibt mit Ausnahme, diese Saison'));
  await hand.press('Entscheiden');
  expect(hand.problem('Grund')).toBe('Bitte sagen Sie, warum die Ausnahme gilt.');
  expect(server.sent).toEqual([]);
  await hand.fill('Grund', 'Hilft bei den Jüngeren mit');
  await hand.press('Entscheiden');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.sent[0]?.body).toEqual({ decision: 'kept', reason: 'Hilft bei den Jüngeren mit' });
});

test('an end is on the last day of the current season, and the mail says so', async () => {
  const { server, hand, onClose } = open();
  server.on(ageSeasonContract.decide, { ok: true });
  await hand.user.click(screen.getByLabelText('endet'));
  await hand.reads('Er steht in der Mail an die Familie.');
  await hand.press('Entscheiden');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.sent[0]?.body).toEqual({ decision: 'ended', reason: '', day: '2027-07-31' });
});

test('in the current season a move begins tomorrow', async () => {
  const { server, hand, onClose } = open({}, { isAhead: false });
  server.on(ageSeasonContract.decide, { ok: true });
  await hand.press('Entscheiden');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.sent[0]?.body).toMatchObject({ decision: 'moved', day: '2027-06-16' });
});

test('without a suitable group a move is not offered, and an exception is proposed', async () => {
  const { hand } = open({ choices: [] });
  expect(screen.getByLabelText<HTMLInputElement>('wechselt in eine andere Gruppe').disabled).toBe(true);
  expect(hand.field('bleibt mit Ausnahme, diese Saison').checked).toBe(true);
});

test('server errors are shown at their fields, and the dialog stays open', async () => {
  const { server, hand, onClose } = open();
  server.on(ageSeasonContract.decide, () => refuse('invalid-input', { day: 'Bitte höchstens 92 Tage voraus.' }));
  await hand.press('Entscheiden');
  await waitFor(() => expect(hand.problem('Ab')).toBe('Bitte höchstens 92 Tage voraus.'));
  expect(onClose).not.toHaveBeenCalled();
});

test('an exception can be undone here; other decisions only elsewhere', async () => {
  const { server, hand, onClose } = open({ decision: decided('kept') });
  server.on(ageSeasonContract.reopen, { ok: true });
  await hand.reads('bleibt mit Ausnahme: Hilft mit (Vera Vogel)');
  await hand.press('Ausnahme zurücknehmen');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(server.sent).toEqual([{ method: 'POST', address: `/age-season/${rowId}/reopen`, body: null }]);
});

test.each([
  ['moved', 'Bis zum Beginn nehmen Sie den Wechsel in der Teilnehmerliste zurück.'],
  ['ended', 'Bis dahin kann die Familie das zurücknehmen.'],
] as const)('a person who %s gets a hint where that can be undone', async (kind, words) => {
  const { hand } = open({ decision: decided(kind) });
  await hand.reads(words);
  expect(() => hand.button('Ausnahme zurücknehmen')).toThrow();
});

function decided(kind: 'kept' | 'moved' | 'ended'): AgeRow['decision'] {
  const words = { kept: 'bleibt mit Ausnahme', moved: 'wechselt', ended: 'endet' }[kind];
  return { kind, words, reason: 'Hilft mit', by: 'Vera Vogel', at: '2027-06-01T10:00:00.000Z' };
}

function open(changes: Partial<AgeRow> = {}, ofList: Partial<AgeList> = {}) {
  const server = signIn(userOf('admin'));
  const row: AgeRow = {
    id: rowId,
    personId,
    firstname: 'Kim',
    lastname: 'Muster',
    birthYear: 2016,
    courseId,
    courseTitle: 'Minis',
    reason: 'too_old',
    words: 'Ist ab 01.08.2027 zu alt.',
    choices: [
      { courseId: nextId, title: 'Maxis', free: 1 },
      { courseId: otherId, title: 'Profis', free: 0 },
    ],
    toldAt: null,
    decision: null,
    ...changes,
  };
  const list: AgeList = {
    season: 2027,
    seasonWords: '2027/28',
    day: '2027-08-01',
    isAhead: true,
    lastDay: '2027-07-31',
    rows: [row],
    ...ofList,
  };
  const onClose = vi.fn<() => void>();
  const hand = show(<AgeDialog row={row} list={list} onClose={onClose} />);
  return { server, hand, onClose };
}
