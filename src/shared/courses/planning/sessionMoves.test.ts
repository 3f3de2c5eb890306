import { expect, test } from 'vitest';
import { shiftFault, shifted, type SessionShift } from './sessionMoves.ts';

const at = (text: string) => new Date(text);
const monday = { startsAt: at('2027-03-22T17:00:00Z'), endsAt: at('2027-03-22T18:30:00Z') };
const stays: SessionShift = { days: 0, startTime: null, endTime: null };
const times = (wish: Partial<SessionShift>, of = monday) => {
  const { date, startsAt, endsAt } = shifted(of, { ...stays, ...wish });
  return [date, startsAt.toISOString().slice(0, 16), endsAt.toISOString().slice(0, 16)];
};

test('a session moves by days at the same time of day, also across a clock change', () => {
  expect(times({})).toEqual(['2027-03-22', '2027-03-22T17:00', '2027-03-22T18:30']);
  expect(times({ days: 7 })).toEqual(['2027-03-29', '2027-03-29T16:00', '2027-03-29T17:30']);
  expect(times({ days: -3 })).toEqual(['2027-03-19', '2027-03-19T17:00', '2027-03-19T18:30']);
});

test('a new start alone moves the end along; a new end is kept as typed', () => {
  expect(times({ startTime: '19:15' })).toEqual(['2027-03-22', '2027-03-22T18:15', '2027-03-22T19:45']);
  expect(times({ endTime: '20:00' })).toEqual(['2027-03-22', '2027-03-22T17:00', '2027-03-22T19:00']);
  expect(times({ startTime: '19:00', endTime: '20:00' })).toEqual(['2027-03-22', '2027-03-22T18:00', '2027-03-22T19:00']);
});

test('a session over midnight keeps its end on the next day', () => {
  const night = { startsAt: at('2027-01-09T21:00:00Z'), endsAt: at('2027-01-10T00:00:00Z') };
  expect(times({ days: 7 }, night)).toEqual(['2027-01-16', '2027-01-16T21:00', '2027-01-17T00:00']);
});

test('an end before the start, the past and another session are obstacles', () => {
  const now = at('2027-03-22T17:00:00Z');
  const fault = (wish: Partial<SessionShift>, others: Date[] = []) => shiftFault(shifted(monday, { ...stays, ...wish }), others, now);
  expect(fault({ days: 1 })).toBe('');
  expect(fault({ days: 1, endTime: '18:00' })).toBe('Das Ende muss nach dem Beginn liegen.');
  expect(fault({})).toBe('Der 22.03.2027 liegt in der Vergangenheit.');
  expect(fault({ startTime: '18:01' })).toBe('');
  expect(fault({ days: 1 }, [at('2027-03-23T17:00:00Z')])).toBe('Am 23.03.2027, 18:00 Uhr gibt es schon einen Termin.');
});
