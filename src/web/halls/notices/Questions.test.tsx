import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hallQuestionsContract, type HallQuestion } from '#shared/halls/notices/holderNotices.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { OwnQuestions } from './OwnQuestions.tsx';

const question: HallQuestion = {
  id: '4d7a8a31-5b7c-4c57-8d0f-000000000001',
  kind: 'closure',
  subjectId: '4d7a8a31-5b7c-4c57-8d0f-000000000002',
  subject: 'Andere Halle? Dreifachhalle ist geschlossen',
  body: '- Turnen: Halle am Bach, 12.12.2026, 10:00–11:00 Uhr\n',
  sentAt: '2026-11-22T10:00:00.000Z',
  dates: [
    { id: '4d7a8a31-5b7c-4c57-8d0f-000000000011', words: 'Turnen: Halle am Bach, 12.12.2026, 10:00–11:00 Uhr' },
    { id: '4d7a8a31-5b7c-4c57-8d0f-000000000012', words: 'Turnen: Halle am Bach, 13.12.2026, 10:00–11:00 Uhr' },
  ],
  mayAnswer: true,
  mayTakeBack: false,
  answer: null,
  remark: '',
  answeredBy: '',
  answeredAt: null,
  answerUntil: '2026-12-12T09:00:00.000Z',
};

function open(questions: HallQuestion[], role: 'admin' | 'editor' = 'admin') {
  const server = signIn(userOf(role));
  server.on(hallQuestionsContract.list, questions);
  server.on(hallQuestionsContract.answer, ({ answer }) => (answer === 'accepted' ? { moved: 1, left: 1 } : { moved: 0, left: 0 }));
  return { server, hand: show(<OwnQuestions viewer={userOf(role)} />) };
}

test('agreeing to several dates shows which of them move, and reports those occupied by then', async () => {
  const { server, hand } = open([question]);
  await hand.reads('Eine wartet auf Ihre Antwort.');
  await hand.press('Zustimmen …');
  await hand.press('2 Termine umziehen');
  await hand.reads(/^Der Termin ist umgezogen\. Für einen Termin war die Halle inzwischen vergeben\./);
  expect(server.sent.at(-1)?.body).toEqual({ answer: 'accepted' });
});

test('single dates can be excluded, with a reason', async () => {
  const { server, hand } = open([question]);
  await hand.press('Zustimmen …');
  await hand.tick('Turnen: Halle am Bach, 13.12.2026, 10:00–11:00 Uhr');
  await hand.fill('Was passt an den anderen nicht? (freiwillig)', 'Da ist Wettkampf.');
  await hand.press('Einen Termin umziehen');
  await hand.reads(/^Der Termin ist umgezogen\./);
  expect(server.sent.at(-1)?.body).toEqual({
    answer: 'accepted',
    remark: 'Da ist Wettkampf.',
    without: ['4d7a8a31-5b7c-4c57-8d0f-000000000012'],
  });
});

test('agreeing to one date asks for confirmation', async () => {
  const { server, hand } = open([{ ...question, dates: question.dates.slice(0, 1) }]);
  await hand.press('Zustimmen …');
  await hand.reads('Termin umziehen?');
  expect(server.sent).toEqual([]);
  await hand.press('Zustimmen');
  await hand.reads(/^Der Termin ist umgezogen\./);
  expect(server.sent.at(-1)?.body).toEqual({ answer: 'accepted' });
});

test('a rejection is sent with or without a remark, and an answer can be withdrawn', async () => {
  const { server, hand } = open([question]);
  await hand.press('Ablehnen …');
  await hand.fill('Was passt nicht? (freiwillig)', 'Zu weit.');
  await hand.press('Ablehnung senden');
  await hand.reads('Ihre Ablehnung ist bei der Hallenverwaltung.');
  expect(server.sent.at(-1)?.body).toEqual({ answer: 'declined', remark: 'Zu weit.' });
});

test('an answer is shown with its author and can be withdrawn; a result is rejected by an objection', async () => {
  const answered = {
    answer: 'declined',
    answeredAt: '2026-11-22T11:00:00.000Z',
    answeredBy: 'vera@example.org',
    mayAnswer: false,
  } as const;
  const result: HallQuestion = {
    ...question,
    id: '4d7a8a31-5b7c-4c57-8d0f-000000000003',
    kind: 'season',
    subject: 'Ihr Ergebnis',
    dates: [],
  };
  const objected: HallQuestion = { ...result, ...answered, id: '4d7a8a31-5b7c-4c57-8d0f-000000000004' };
  const { server, hand } = open([{ ...question, ...answered, mayTakeBack: true, remark: 'Zu weit.' }, result, objected]);
  await hand.reads(/^abgelehnt, .*\(vera@example\.org\)$/);
  await hand.reads(/^Einwand erhoben, .*\(vera@example\.org\)$/);
  await hand.reads('Wenn nicht, erheben Sie bitte Einwand.');
  expect(screen.queryByRole('button', { name: 'Ablehnen …' })).toBeNull();
  await hand.press('Antwort zurücknehmen');
  await hand.reads('Die Antwort ist zurückgenommen.');
  expect(server.sent.at(-1)?.body).toEqual({ answer: null });
});

test('a user outside the board is asked nothing', () => {
  const { hand } = open([question], 'editor');
  expect(hand).toBeDefined();
  expect(screen.queryByRole('list')).toBeNull();
});
