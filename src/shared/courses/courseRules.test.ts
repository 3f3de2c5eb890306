import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#shared/kernel/calendar.ts';
import { cancelFee, cancelRuleInWords } from './cancellation.ts';
import { mayMove, missingToPublish, opensAt, phaseOf, queueClasses, type PhaseFacts } from './courseStates.ts';
import { courseStatuses } from './courseWords.ts';
import { ageOn, priceFor, proRata, reasonsAgainst, ruleInWords } from './eligibility.ts';
import { euros } from '#shared/kernel/money.ts';
import { inQueueOrder, nextOffers, offerEnd, type Waiting } from './waitingList.ts';

const child = { ageMin: 6, ageMax: 10, ageReference: 'course_start', gender: 'any', startsOn: '2027-01-11', requiresGuardian: true };

test('a child must be six on the day the course begins (domain.md 8.1 j)', () => {
  expect(reasonsAgainst(child, { birthDate: '2021-01-12', gender: null }, '2026-11-21')).toEqual(['Zu jung: ab 6 Jahren am 11.01.2027.']);
  expect(reasonsAgainst(child, { birthDate: '2021-01-11', gender: null }, '2026-11-21')).toEqual([]);
  expect(ruleInWords(child)).toBe('von 6 bis 10 Jahren (bei Kursbeginn)');
});

test('whoever was born on 29 February turns on 1 March', () => {
  expect(ageOn('2020-02-29', '2026-02-28')).toBe(5);
  expect(ageOn('2020-02-29', '2026-03-01')).toBe(6);
  expect(ageOn('2020-02-29', '2028-02-29')).toBe(8);
});

test('the age grows by one on each birthday and at no other time', () => {
  const day = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1950-01-01', days));
  fc.assert(
    fc.property(day, day, (birth, other) => {
      const step = ageOn(birth, addDays(other, 1)) - ageOn(birth, other);
      const isBirthday = addDays(other, 1).slice(5) === birth.slice(5) || (birth.endsWith('02-29') && addDays(other, 1).endsWith('03-01'));
      expect(step === 0 || (step === 1 && isBirthday)).toBe(true);
    }),
  );
});

test('the price is the first that fits, and the partner price only for partners', () => {
  const prices = [
    { category: 'non_member', cents: 9000, per: 'course' },
    { category: 'partner_member', cents: 7000, per: 'course' },
    { category: 'member', cents: 5000, per: 'course' },
    { category: 'child', cents: 4000, per: 'course' },
  ] as const;
  const nobody = { isMember: false, isPartnerMember: false, isUnder18: false };
  expect(priceFor(prices, nobody)?.cents).toBe(9000);
  expect(priceFor(prices, { ...nobody, isPartnerMember: true })?.cents).toBe(7000);
  expect(priceFor(prices, { ...nobody, isPartnerMember: true, isMember: true })?.cents).toBe(5000);
  expect(priceFor(prices, { ...nobody, isUnder18: true })?.cents).toBe(4000);
  expect(priceFor(prices.slice(1, 3), nobody)).toBeUndefined();
});

test('a share of a price is whole cents, never more than the price, and half a cent goes up', () => {
  expect(proRata(5000, 7, 10)).toBe(3500);
  expect(proRata(101, 1, 2)).toBe(51);
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(60), fc.integer({ min: 1, max: 60 }), (cents, remaining, all) => {
      const share = proRata(cents, remaining, all);
      expect(Number.isInteger(share) && share >= 0 && share <= cents).toBe(true);
      if (remaining <= all) expect(Math.abs(share - (cents * remaining) / all)).toBeLessThanOrEqual(0.5);
    }),
  );
});

test('signing off is free until the deadline, its last day included, and then costs by tier', () => {
  const rule = {
    cancelFreeUntilDays: 31,
    startsOn: '2027-01-31',
    cancelTiers: [
      { days: 30, percent: 50 },
      { days: 19, percent: 75 },
      { days: 9, percent: 100 },
    ],
  };
  const feeOn = (day: string) => cancelFee(rule, 8001, day);
  expect([feeOn('2026-12-31'), feeOn('2027-01-01'), feeOn('2027-01-12'), feeOn('2027-01-22'), feeOn('2027-02-05')]).toEqual([
    0, 4001, 6001, 8001, 8001,
  ]);
  expect(cancelRuleInWords(rule)).toEqual([
    'Bis 31 Tage vor Beginn (31.12.2026) ist die Abmeldung kostenlos.',
    'Ab 30 Tagen vor Beginn: 50 % des Preises.',
    'Ab 19 Tagen vor Beginn: 75 % des Preises.',
    'Ab 9 Tagen vor Beginn: 100 % des Preises.',
  ]);
});

test('a later cancellation never costs less, and never more than the price', () => {
  const tier = fc.record({ days: fc.nat(60), percent: fc.nat(100) });
  fc.assert(
    fc.property(
      fc.array(tier, { maxLength: 4 }),
      fc.nat(60),
      fc.nat(50_000),
      fc.integer({ min: -10, max: 90 }),
      (tiers, free, price, left) => {
        const rising = tiers
          .toSorted((a, b) => b.days - a.days)
          .map((one, at, all) => ({ ...one, percent: Math.max(...all.slice(0, at + 1).map((t) => t.percent)) }));
        const rule = { cancelFreeUntilDays: free, cancelTiers: rising, startsOn: '2027-06-01' };
        const fee = cancelFee(rule, price, addDays('2027-06-01', -left));
        const later = cancelFee(rule, price, addDays('2027-06-01', 1 - left));
        expect(Number.isInteger(fee) && fee >= 0 && fee <= price && later >= fee).toBe(true);
      },
    ),
  );
});

const waiting = fc.array(
  fc.record({ queueClass: fc.constantFrom(10, 20, 25, 30), group: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null, freq: 3 }) }),
  { maxLength: 20 },
);
const entriesOf = (list: { queueClass: number; group: string | null }[]): Waiting[] =>
  list.map(({ queueClass, group }, at) => ({ id: `p${at}`, queueClass, queueRank: at, groupKey: group }));

test('offers never exceed the free places, families come all or none, and nobody single is passed over', () => {
  fc.assert(
    fc.property(waiting, fc.integer({ min: -2, max: 8 }), fc.boolean(), (list, free, isStrict) => {
      const queue = entriesOf(list);
      const offered = new Set(nextOffers(queue, free, isStrict));
      expect(offered.size).toBeLessThanOrEqual(Math.max(0, free));
      for (const group of ['a', 'b', 'c']) {
        const members = queue.filter(({ groupKey }) => groupKey === group).map(({ id }) => offered.has(id));
        expect(new Set(members).size).toBeLessThanOrEqual(1);
      }
      const order = inQueueOrder(queue).filter(({ groupKey }) => groupKey === null);
      const firstLeftOut = order.findIndex(({ id }) => !offered.has(id));
      if (firstLeftOut >= 0) expect(order.slice(firstLeftOut).some(({ id }) => offered.has(id))).toBe(false);
    }),
  );
});

test('an offer ends 24 hours before the start at the latest, and none is made after that', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  expect(offerEnd(now, 48, new Date('2026-12-21T10:00:00Z'))?.toISOString()).toBe('2026-11-23T10:00:00.000Z');
  expect(offerEnd(now, 48, new Date('2026-11-23T09:00:00Z'))?.toISOString()).toBe('2026-11-22T09:00:00.000Z');
  expect(offerEnd(now, 48, new Date('2026-11-22T09:59:00Z'))).toBeUndefined();
  expect(offerEnd(now, 48, undefined)?.toISOString()).toBe('2026-11-23T10:00:00.000Z');
});

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

test('nobody earlier in the order of the windows may sign up later than somebody behind him', () => {
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

test('money is written as the clubs write it', () => {
  expect([euros(0), euros(5), euros(123_456), euros(-250)]).toEqual(['0,00\u00A0€', '0,05\u00A0€', '1.234,56\u00A0€', '-2,50\u00A0€']);
});
