import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ParticipantList } from '#shared/courses/enrolmentShapes.ts';
import { show } from '#test/web/page.tsx';
import { Sheet } from './SignSheet.tsx';

beforeEach(() => void vi.setSystemTime('2027-01-20T10:00:00Z'));

test('the sheet names club, time, place and trainer, and has a column for each of up to twelve sessions, those called off hatched, and rows for who comes without an enrolment', async () => {
  const hand = show(<Sheet rows={[person('Jo', 'confirmed'), person('Kim', 'waitlisted'), person('Lea', 'cancelled')]} course={course} />);
  await hand.reads('Rot-Weiß Auenfeld · montags 18:00–19:00 Uhr · Turnhalle Süd · Leitung: Till Muster');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Name',
    '21.01.fällt aus',
    '22.01.',
    '23.01.',
    '24.01.',
    '25.01.',
    '26.01.',
    '27.01.',
    '28.01.',
    '29.01.',
    '30.01.',
  ]);
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent?.trim())).toEqual([
    expect.stringMatching(/^Name/),
    'Muster, Jo',
    '',
    '',
    '',
    '',
  ]);
});

const slot = { weekday: 1, startTime: '18:00', endTime: '19:00', place: '', facilityId: null, unitIds: [] };
// From 19 January on; the 19th is over, the 21st falls out.
const sessions = Array.from({ length: 12 }, (_, at) => {
  const day = `2027-01-${19 + at}`;
  const state = at === 2 ? ('cancelled' as const) : ('planned' as const);
  return { id: day, localDate: day, startsAt: `${day}T08:00:00Z`, endsAt: `${day}T09:00:00Z`, state, reason: null, place: '' };
}).toSpliced(1, 1);
const course = {
  club: 'RWA' as const,
  slots: [slot],
  startsOn: '2027-01-11',
  endsOn: '2027-03-29',
  halls: [],
  place: 'Turnhalle Süd',
  trainers: [{ name: 'Till Muster', role: 'lead' as const }],
  sessions,
};

function person(firstname: string, state: ParticipantList['rows'][number]['state']) {
  return { id: firstname, firstname, lastname: 'Muster', state } as ParticipantList['rows'][number];
}
