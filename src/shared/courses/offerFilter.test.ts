import { expect, test } from 'vitest';
import type { ListedCourse } from './courseShapes.ts';
import { filterOffers, hasSeat, isOpenNow, readOfferFilter, writeOfferFilter } from './offerFilter.ts';

const offer = (title: string, change: Partial<ListedCourse> = {}): ListedCourse => ({
  id: title,
  slug: title,
  number: '',
  club: 'RWA',
  kind: 'course',
  title,
  subtitle: '',
  department: null,
  place: 'Turnhalle Süd',
  image: null,
  imageAlt: '',
  ageMin: null,
  ageMax: null,
  gender: 'any',
  slots: [{ weekday: 1, startTime: '16:30', endTime: '17:30' }],
  startsOn: '2026-11-30',
  endsOn: null,
  placesMax: 10,
  free: 3,
  phase: { kind: 'free', text: 'Plätze frei', action: 'register' },
  priceFromCents: null,
  priceFrom: null,
  next: null,
  leaders: [],
  ...change,
});

const offers = [
  offer('Anfängerschwimmen', { ageMin: 5, ageMax: 8, place: 'Hallenbad' }),
  offer('Kinderturnen', {
    ageMin: 4,
    ageMax: 6,
    slots: [{ weekday: 3, startTime: '15:00', endTime: '16:00' }],
    priceFrom: { cents: 1200, per: 'month', isOnly: true },
  }),
  offer('Fußball F-Jugend', { ageMin: 7, ageMax: 8, department: 'Fußball', leaders: ['Till Trainer'], hasTrial: true }),
  offer('Übungsabend', { club: 'SCB', free: 0, hasTrial: true, phase: { kind: 'waitlist', text: 'Warteliste', action: 'waitlist' } }),
  offer('Yoga', {
    ageMin: 16,
    slots: [{ weekday: 3, startTime: '19:00', endTime: '20:00' }],
    priceFrom: { cents: 7000, per: 'course', isOnly: true },
  }),
];

// Wednesday.
const today = '2026-11-25';
const found = (address: string) =>
  filterOffers(offers, readOfferFilter(Object.fromEntries(address.split('&').map((pair) => pair.split('=')))), today)
    .map(({ title }) => title)
    .toSorted((a, b) => a.localeCompare(b, 'de'));

test.each([
  ['q=turnen mittwoch', ['Kinderturnen']],
  ['q=mittwochs', ['Kinderturnen', 'Yoga']],
  ['q=schwimen', ['Anfängerschwimmen']],
  ['q=Kurs für Kinder', ['Anfängerschwimmen', 'Fußball F-Jugend', 'Kinderturnen']],
  ['q=trainer', ['Fußball F-Jugend']],
  ['q=uebung', ['Übungsabend']],
  ['q=6 Jahre', ['Anfängerschwimmen', 'Kinderturnen', 'Übungsabend']],
  ['q=6-jährig turnen', ['Kinderturnen']],
  ['q=handball', []],
  ['q=ball', ['Fußball F-Jugend']],
  ['age=7', ['Anfängerschwimmen', 'Fußball F-Jugend', 'Übungsabend']],
  ['day=today', ['Kinderturnen', 'Yoga']],
  ['day=we&from=18:00', ['Yoga']],
  ['day=mo,we&group=children', ['Anfängerschwimmen', 'Fußball F-Jugend', 'Kinderturnen']],
  ['free=1&group=adults', ['Yoga']],
  // A full offer can be tried once a place becomes free.
  ['trial=1', ['Fußball F-Jugend']],
  ['club=SCB', ['Übungsabend']],
  ['location=Hallenbad', ['Anfängerschwimmen']],
  ['price=20&day=we', ['Kinderturnen']],
])('%s finds %j', (address, titles) => {
  expect(found(address)).toEqual(titles);
});

test('an invalid address matches everything, and a written one is parsed back', () => {
  expect(found('age=old&day=xy&from=25:00&group=all&kind=1&club=XYZ&free=yes&price=-1&sort=up')).toHaveLength(offers.length);
  const address = {
    q: 'turnen',
    age: '6',
    day: 'mo,today',
    from: '14:00',
    group: 'children',
    club: 'RWA',
    free: '1',
    price: '20',
    sort: 'price',
  };
  const written = writeOfferFilter(readOfferFilter(address));
  expect(Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined))).toEqual(address);
});

test('without a search text offers are sorted by start, with one by relevance', () => {
  const two = [
    offer('Abend', { subtitle: 'mit Tanz', next: { startsAt: '2026-11-26T10:00:00Z', endsAt: '2026-11-26T11:00:00Z' } }),
    offer('Tanz', { next: { startsAt: '2026-12-26T10:00:00Z', endsAt: '2026-12-26T11:00:00Z' } }),
  ];
  const titles = (address: { q?: string }) => filterOffers(two, readOfferFilter(address), today).map(({ title }) => title);
  expect(titles({})).toEqual(['Abend', 'Tanz']);
  expect(titles({ q: 'tanz' })).toEqual(['Tanz', 'Abend']);
});

test.each([
  ['department=Fußball', ['Fußball F-Jugend']],
  ['price=11&day=we', []],
  ['price=12&day=we', ['Kinderturnen']],
  ['price=69&day=we', ['Kinderturnen']],
  ['price=70&day=we', ['Kinderturnen', 'Yoga']],
  ['kind=permanent', []],
  ['group=seniors', ['Yoga']],
])('%s finds %j, and a price is compared to the cent', (address, titles) => {
  expect(found(address)).toEqual(titles);
});

test.each<[string, Partial<ListedCourse>, boolean, boolean]>([
  ['seats that can be had', {}, true, true],
  ['no seat left, although the list is older than the last one', { free: 0 }, false, true],
  ['seats without a limit', { free: null }, true, true],
  ['no registration at all: one just comes', { phase: { kind: 'none', text: '', action: 'none' } }, true, true],
  ['a waiting list', { free: 0, phase: { kind: 'waitlist', text: '', action: 'waitlist' } }, false, true],
  ['a registration elsewhere', { phase: { kind: 'external', text: '', action: 'external' } }, false, true],
  ['a holiday programme that gives its seats by wishes', { phase: { kind: 'round', text: '', action: 'none' } }, false, true],
  ['a registration that is over', { phase: { kind: 'closed', text: '', action: 'none' } }, false, false],
])('with %s it is known whether there is a seat, and whether one can enrol', (_what, change, isFree, isOpen) => {
  expect([hasSeat(offer('Judo', change)), isOpenNow(offer('Judo', change))]).toEqual([isFree, isOpen]);
});

test('sorted by free seats offers without a limit come first, sorted by price free ones', () => {
  const some = [
    offer('Drei', { priceFrom: { cents: 900, per: 'course', isOnly: true } }),
    offer('Ohne Grenze', { free: null, priceFrom: { cents: 300, per: 'course', isOnly: true } }),
    offer('Acht', { free: 8 }),
  ];
  const titles = (sort: string) => filterOffers(some, readOfferFilter({ sort }), today).map(({ title }) => title);
  expect(titles('free')).toEqual(['Ohne Grenze', 'Acht', 'Drei']);
  expect(titles('price')).toEqual(['Acht', 'Ohne Grenze', 'Drei']);
});
