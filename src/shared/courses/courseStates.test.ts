import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayMove, missingToPublish, opensAt, phaseOf, queueClasses, courseStatuses, type PhaseFacts } from './courseStates.ts';

const facts: PhaseFacts = {
  status: 'published',
  kind: 'course',
  registration: 'open',
  lateJoin: 'prorata',
  returningFrom: new Date('2026-11-01T00:00:00Z'),
  memberFrom: new Date('2026-11-10T00:00:00Z'),
  publicFrom: new Date('2026-12-01T08:00:00Z'),
  isMembersOnly: false,
  closesAt: new Date('2027-01-05T22:59:59.999Z'),
  startsAt: new Date('2027-01-11T15:30:00Z'),
  endsAt: new Date('2027-04-19T16:30:00Z'),
  placesMax: 20,
  free: 10,
  waiting: 0,
  waitlistMax: 5,
};

test('the phase tells its reason, and the first that matches wins', () => {
  const at = (day: string, change: Partial<PhaseFacts> = {}, who: 10 | 20 | 25 | 30 = queueClasses.public) =>
    phaseOf({ ...facts, ...change }, new Date(day), who).text;
  expect(at('2026-11-21T12:00:00Z')).toBe('Anmeldung ab 01.12.2026, 09:00 Uhr');
  expect(at('2026-11-21T12:00:00Z', {}, queueClasses.member)).toBe('Plätze frei');
  expect(at('2026-11-05T12:00:00Z', {}, queueClasses.returning)).toBe('Plätze frei');
  expect(at('2026-12-02T12:00:00Z', { free: 3 })).toBe('Noch 3 Plätze');
  expect(at('2026-12-02T12:00:00Z', { free: 1 })).toBe('Noch 1 Platz');
  expect(at('2026-12-02T12:00:00Z', { free: 0 })).toBe('Ausgebucht – Warteliste möglich');
  expect(at('2026-12-02T12:00:00Z', { free: 0, waiting: 5 })).toBe('Ausgebucht, Warteliste voll');
  expect(at('2026-12-02T12:00:00Z', { free: 2, waiting: 1 })).toBe('Warteliste (1 warten)');
  expect(at('2027-01-05T22:59:59Z')).toBe('Plätze frei');
  expect(at('2027-01-06T00:00:00Z')).toBe('Anmeldeschluss war am 05.01.2027');
  expect(at('2027-02-01T00:00:00Z', { closesAt: null, lateJoin: 'no' })).toBe('Hat schon begonnen, kein späterer Einstieg');
  expect(at('2027-05-01T00:00:00Z')).toBe('Beendet');
  expect(at('2026-12-02T12:00:00Z', { status: 'paused' })).toBe('Anmeldung zurzeit nicht möglich');
  expect(at('2026-12-02T12:00:00Z', { status: 'cancelled' })).toBe('Abgesagt');
  expect(at('2026-12-02T12:00:00Z', { isMembersOnly: true })).toBe('Nur für Mitglieder');
});

test('nobody earlier in the order of the windows may sign up later than somebody behind them', () => {
  const date = fc.option(fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }), { nil: null });
  fc.assert(
    fc.property(date, date, date, (returningFrom, memberFrom, publicFrom) => {
      const at = (who: 10 | 20 | 25 | 30) => {
        const opens = opensAt({ returningFrom, memberFrom, publicFrom, isMembersOnly: false }, who);
        return opens === 'never' ? Infinity : (opens?.getTime() ?? -Infinity);
      };
      expect(at(10) <= at(20) && at(20) <= at(25) && at(25) <= at(30)).toBe(true);
    }),
  );
});

test('a draft says what it lacks, and an archived course never comes back', () => {
  const missing = missingToPublish({
    title: 'Yoga',
    number: '',
    startsOn: '2027-01-11',
    slots: 0,
    sessions: 0,
    leadTrainers: 0,
    prices: 1,
    contactName: 'Edda',
    contactEmail: '',
    contactPhone: '',
    placesMax: 10,
    registration: 'open',
    externalUrl: '',
  });
  expect(missing.map(({ path }) => path)).toEqual(['number', 'slots', 'trainers', 'contactName']);
  expect(courseStatuses.filter((to) => mayMove('archived', to))).toEqual([]);
  expect(courseStatuses.filter((from) => mayMove(from, 'cancelled'))).toEqual(['draft', 'published', 'paused', 'confirmed']);
});
