import { weekdayOf, clockPattern } from '#shared/kernel/calendar.ts';
import { clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import type { ListedCourse } from './courseShapes.ts';
import { courseKinds } from './courseWords.ts';
import { readQuery, searchOffers } from './offerSearch.ts';

/** The weekdays in the URL of the offers page, Monday first. */
export const offerDays = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const;
const offerGroups = ['children', 'youth', 'adults', 'seniors'] as const;
/** The sort orders of the offers page: start, relevance, free places, price. */
export const offerOrders = ['soon', 'fit', 'free', 'price'] as const;

export type OfferDay = (typeof offerDays)[number] | 'today';
export type OfferGroup = (typeof offerGroups)[number];
type OfferOrder = (typeof offerOrders)[number];

/** The filter of the offers page, stored in its URL (/offers?q=turnen&day=mo,we). */
export type OfferFilter = {
  q: string;
  age: number | null;
  day: readonly OfferDay[];
  /** The earliest start time, HH:MM. */
  from: string;
  group: OfferGroup | '';
  kind: ListedCourse['kind'] | '';
  club: ClubName | '';
  department: string;
  location: string;
  free: boolean;
  /** Only offers with a trial before enrolling. */
  trial: boolean;
  /** The maximum price in euros, whatever the unit. */
  price: number | null;
  sort: OfferOrder | '';
};

const ageOfGroup: { readonly [group in OfferGroup]: readonly [number, number] } = {
  children: [4, 12],
  youth: [13, 17],
  adults: [18, 200],
  seniors: [60, 200],
};

type Texts = { readonly [key: string]: string | undefined };

/** Parses the filter from URL parameters; invalid values are dropped. */
export function readOfferFilter(texts: Texts): OfferFilter {
  const { q = '', age = '', day = '', from = '', group, kind, club, department = '', location = '', free, trial, price = '', sort } = texts;
  const one = <T extends string>(all: readonly T[], text: string | undefined): T | '' => all.find((name) => name === text) ?? '';
  return {
    q: q.slice(0, 80),
    age: /^\d{1,3}$/.test(age) ? Number(age) : null,
    day: [...offerDays, 'today' as const].filter((name) => day.split(',').includes(name)),
    from: clockPattern.test(from) ? from : '',
    group: one(offerGroups, group),
    kind: one(courseKinds, kind),
    club: one(clubNames, club),
    department: department.slice(0, 120),
    location: location.slice(0, 120),
    free: free === '1',
    trial: trial === '1',
    price: /^\d{1,4}$/.test(price) ? Number(price) : null,
    sort: one(offerOrders, sort),
  };
}

/** The URL parameters of a filter, in a canonical order and without unset ones. */
export function writeOfferFilter({ age, day, free, trial, price, ...texts }: OfferFilter): {
  [key in keyof OfferFilter]: string | undefined;
} {
  const { q, from, group, kind, club, department, location, sort } = texts;
  const set = (text: string) => text || undefined;
  return {
    q: set(q),
    age: age === null ? undefined : String(age),
    day: set(day.join(',')),
    from: set(from),
    group: set(group),
    kind: set(kind),
    club: set(club),
    department: set(department),
    location: set(location),
    free: free ? '1' : undefined,
    trial: trial ? '1' : undefined,
    price: price === null ? undefined : String(price),
    sort: set(sort),
  };
}

/** The offers that match the filter in the requested order; by default by relevance for a search, otherwise by start. */
export function filterOffers<Offer extends ListedCourse>(offers: readonly Offer[], filter: OfferFilter, today: string): Offer[] {
  const { words, age: typedAge } = readQuery(filter.q);
  const tests = testsOf({ ...filter, age: filter.age ?? typedAge }, today);
  const fitting = offers.filter((one) => tests.every((test) => test(one)));
  const found = searchOffers(fitting, words);
  const order = filter.sort || (words.length > 0 ? 'fit' : 'soon');
  return order === 'fit' ? found : found.toSorted(orders[order]);
}

function testsOf({ age, day, from, group, kind, club, department, location, free, trial, price }: OfferFilter, today: string) {
  const days = day.map((name) => (name === 'today' ? weekdayOf(today) : offerDays.indexOf(name) + 1));
  const isFor = ({ ageMin, ageMax }: ListedCourse, low: number, high: number) => (ageMin ?? 0) <= high && (ageMax ?? 200) >= low;
  const tests: ((one: ListedCourse) => boolean)[] = [];
  if (age !== null) tests.push((one) => isFor(one, age, age));
  if (group) tests.push((one) => isFor(one, ...ageOfGroup[group]) && (group === 'adults' || one.ageMin !== null || one.ageMax !== null));
  // Weekday and time must match the same slot: a group on Monday at 16:00 and Wednesday at 19:00 does not match Monday from 18:00.
  if (days.length > 0 || from)
    tests.push(({ slots }) => slots.some((slot) => (days.length === 0 || days.includes(slot.weekday)) && slot.startTime >= from));
  if (kind) tests.push((one) => one.kind === kind);
  if (club) tests.push((one) => one.club === club);
  if (department) tests.push((one) => one.department === department);
  if (location) tests.push((one) => one.place === location);
  if (free) tests.push((one) => hasSeat(one));
  if (trial) tests.push((one) => one.hasTrial === true && one.free !== 0);
  if (price !== null) tests.push(({ priceFrom }) => (priceFrom?.cents ?? 0) <= price * 100);
  return tests;
}

/** Whether a new person can get a place today. */
export function hasSeat({ phase, free }: ListedCourse): boolean {
  return phase.kind === 'none' || (phase.action === 'register' && free !== 0);
}

/** Whether an offer can be joined now: by a place, the waiting list, a wish, an external site, or without enrolment. */
export function isOpenNow({ phase }: Pick<ListedCourse, 'phase'>): boolean {
  return phase.kind === 'none' || phase.kind === 'round' || phase.action !== 'none';
}

const begins = ({ next, startsOn }: ListedCourse) => next?.startsAt ?? startsOn;
/** ISO strings sort chronologically. */
const compareInstants = (a: string, b: string) => Number(a > b) - Number(a < b);

const orders: { readonly [order in Exclude<OfferOrder, 'fit'>]: (a: ListedCourse, b: ListedCourse) => number } = {
  soon: (a, b) => compareInstants(begins(a), begins(b)) || compareNames(a.title, b.title),
  free: (a, b) => (b.free ?? 10_000) - (a.free ?? 10_000) || orders.soon(a, b),
  price: (a, b) => (a.priceFrom?.cents ?? 0) - (b.priceFrom?.cents ?? 0) || orders.soon(a, b),
};
