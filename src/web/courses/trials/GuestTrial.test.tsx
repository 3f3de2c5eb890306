import { beforeEach, expect, test, vi } from 'vitest';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import { trialsContract } from '#shared/courses/trials/trials.ts';
import { show, signIn } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { GuestTrial } from './GuestTrial.tsx';

beforeEach(() => void vi.setSystemTime('2026-11-22T09:00:00Z'));

const sessionId = '9d7a8a31-5b7c-4c57-8d0f-000000000001';
const date = { sessionId, startsAt: '2026-11-23T15:30:00Z', endsAt: '2026-11-23T16:30:00Z', place: 'Turnhalle', room: 1 };
const course = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000002',
  club: 'RWA',
  kind: 'permanent',
  gender: 'any',
  ageMin: 5,
  ageMax: 8,
  ageReference: 'session',
  startsOn: '2026-09-01',
  requiresGuardian: true,
} as CoursePage;

async function fillIn(hand: ReturnType<typeof show>): Promise<void> {
  await hand.reads('Mo., 23.11.2026, 16:30–17:30 Uhr');
  const date = document.querySelector('input[type=radio]');
  if (date) await hand.user.click(date);
  await hand.fill('Vorname', 'Mila');
  await hand.fill('Nachname', 'Muster');
  await hand.fill('Geburtsdatum (TT.MM.JJJJ)', '03.02.2020');
  await hand.fill('Vorname eines Elternteils', 'Jo');
  await hand.fill('Nachname eines Elternteils', 'Muster');
  await hand.fill('Notfallnummer', '0170 1234567');
  await hand.fill('E-Mail', 'jo@example.org');
}

test('a parent selects a session, enters the participant, and is told that the mail is being sent', async () => {
  const server = signIn(null).on(trialsContract.dates, [date]).on(trialsContract.book, { ok: true });
  const hand = show(<GuestTrial course={course} />);
  await fillIn(hand);
  await hand.press('Schnupperstunde buchen');
  await hand.reads('jo@example.org');
  expect(server.sent[0]?.body).toMatchObject({ sessionId, firstname: 'Mila', birthDate: '2020-02-03', emergencyPhone: '0170 1234567' });
});

test('a session filled meanwhile is reported beside the list, and the input is kept', async () => {
  signIn(null)
    .on(trialsContract.dates, [date])
    .on(trialsContract.book, () => refuse('invalid-input', { sessionId: 'An diesem Termin ist kein Platz mehr.' }));
  const hand = show(<GuestTrial course={course} />);
  await fillIn(hand);
  await hand.press('Schnupperstunde buchen');
  await hand.reads('An diesem Termin ist kein Platz mehr.');
  expect([...document.querySelectorAll('input')].map(({ value }) => value)).toEqual(expect.arrayContaining(['Mila', 'jo@example.org']));
});

test('without free sessions that is shown; a child above the age limit is reported at once', async () => {
  signIn(null).on(trialsContract.dates, []);
  const hand = show(<GuestTrial course={course} />);
  await hand.reads(/an keinem Termin Platz/);
  await hand.fill('Geburtsdatum (TT.MM.JJJJ)', '03.02.2010');
  await hand.reads(/Zu alt: bis 8 Jahre/);
});
