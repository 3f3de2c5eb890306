import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  mayMinorsAttend,
  mayMove,
  missingToPublish,
  opensAt,
  phaseOf,
  queueClasses,
  courseStatuses,
  type PhaseFacts,
  type PublishFacts,
} from './courseStates.ts';

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

test('the phase has a reason, and the first match applies', () => {
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

test('an earlier group in the order of enrolment windows never starts later than a following one', () => {
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

test.each<[string, Partial<PhaseFacts>, string]>([
  ['four of twenty seats are few: a fifth of them', { free: 4 }, 'few'],
  ['five of twenty are not', { free: 5 }, 'free'],
  ['three seats are few even where that is most of them', { free: 3, placesMax: 5 }, 'few'],
  ['four of five are not', { free: 4, placesMax: 5 }, 'free'],
  ['without a limit there is always a seat', { free: null, placesMax: null }, 'free'],
  ['a full course without a waiting list takes nobody', { free: 0, waitlistMax: 0 }, 'full'],
  ['a free seat for which somebody waits is not for the next one', { free: 1, waiting: 1, waitlistMax: 0 }, 'full'],
  ['a waiting list for one takes the first', { free: 0, waitlistMax: 1 }, 'waitlist'],
  ['and not the second', { free: 0, waiting: 1, waitlistMax: 1 }, 'full'],
  ['a waiting list without a limit takes everybody', { free: 0, waiting: 500, waitlistMax: null }, 'waitlist'],
])('%s', (_what, change, kind) => {
  expect(phaseOf({ ...facts, ...change }, new Date('2026-12-02T12:00:00Z')).kind).toBe(kind);
});

test('the enrolment ends with its last instant, and with the first session if late joining is off', () => {
  const kindAt = (now: Date, change: Partial<PhaseFacts> = {}) => phaseOf({ ...facts, ...change }, now).kind;
  const { closesAt, startsAt } = { closesAt: new Date('2027-01-05T22:59:59.999Z'), startsAt: facts.startsAt };
  expect(kindAt(closesAt)).toBe('free');
  expect(kindAt(new Date(closesAt.getTime() + 1))).toBe('closed');
  expect(kindAt(new Date(startsAt.getTime() - 1), { closesAt: null, lateJoin: 'no' })).toBe('free');
  expect(kindAt(startsAt, { closesAt: null, lateJoin: 'no' })).toBe('closed');
  expect(kindAt(startsAt, { closesAt: null })).toBe('free');
});

test('members of partner clubs enrol with the public, and never in an offer for members only', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(phaseOf(facts, now, queueClasses.partner).kind).toBe('notYet');
  expect(phaseOf({ ...facts, isMembersOnly: true }, now, queueClasses.partner).kind).toBe('membersOnly');
  expect(phaseOf({ ...facts, isMembersOnly: true }, now, queueClasses.member).kind).toBe('free');
});

test('an offer for members only keeps its day for members without one for the public', () => {
  const windows = { ...facts, publicFrom: null };
  expect(opensAt({ ...windows, isMembersOnly: true }, queueClasses.member)).toEqual(facts.memberFrom);
  expect(opensAt({ ...windows, isMembersOnly: false }, queueClasses.member)).toBeNull();
});

const complete: PublishFacts = {
  title: 'Yoga',
  number: 'Y1',
  startsOn: '2027-01-11',
  slots: 1,
  sessions: 0,
  leadTrainers: 1,
  prices: 1,
  contactName: 'Edda',
  contactEmail: 'edda@example.org',
  contactPhone: '',
  placesMax: null,
  registration: 'open',
  externalUrl: '',
};

test.each<[string, Partial<PublishFacts>]>([
  ['a weekly time is enough', {}],
  ['one date is enough as well', { slots: 0, sessions: 1 }],
  ['a telephone number answers questions, too', { contactEmail: '', contactPhone: '0201 1234' }],
  ['one seat is a number of seats', { placesMax: 1 }],
  ['a registration elsewhere has its address', { registration: 'external', externalUrl: 'https://example.org' }],
])('a complete offer may be published: %s', (_what, change) => {
  expect(missingToPublish({ ...complete, ...change })).toEqual([]);
});

test.each<[string, Partial<PublishFacts>]>([
  ['title', { title: '' }],
  ['number', { number: '' }],
  ['startsOn', { startsOn: null }],
  ['slots', { slots: 0 }],
  ['trainers', { leadTrainers: 0 }],
  ['prices', { prices: 0 }],
  ['contactName', { contactName: '' }],
  ['contactName', { contactEmail: '' }],
  ['placesMax', { placesMax: 0 }],
  ['externalUrl', { registration: 'external' }],
])('an offer is not published without its %s', (path, change) => {
  expect(missingToPublish({ ...complete, ...change }).map((one) => one.path)).toEqual([path]);
});

test('minors may attend an offer below 18 years; by birth year also at 18, since some turn 18 only later', () => {
  const may = (ageMin: number | null, ageReference: string) => mayMinorsAttend({ ageMin, ageReference });
  expect([may(null, 'start'), may(17, 'start'), may(18, 'start')]).toEqual([true, true, false]);
  expect([may(18, 'birth_year'), may(19, 'birth_year')]).toEqual([true, false]);
});

test('a draft names what is missing, and an archived course is never reactivated', () => {
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
