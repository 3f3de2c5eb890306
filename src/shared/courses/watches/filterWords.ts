import { weekdayNames } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { courseKindNames } from '../courseWords.ts';
import { offerDays, type OfferDay, type OfferFilter, type OfferGroup } from '../offerFilter.ts';

/** The German names of the age groups. */
export const offerGroupNames: { readonly [group in OfferGroup]: string } = {
  children: 'Kinder',
  youth: 'Jugend',
  adults: 'Erwachsene',
  seniors: 'ab 60',
};

/** A day of the filter in German. */
export function offerDayName(day: OfferDay): string {
  return day === 'today' ? 'Heute' : (weekdayNames[offerDays.indexOf(day)] ?? '');
}

type SetFilter = { words: string; without: Partial<OfferFilter> };

/** The active filters in German, each with the filter that results from removing it. */
export function filtersSet(
  { q, age, day, from, group, kind, club, department, location, free, trial, price }: OfferFilter,
  nameOf: (club: ClubName) => string,
): SetFilter[] {
  const all: [boolean, string, Partial<OfferFilter>][] = [
    [q.trim() !== '', q.trim(), { q: '' }],
    [age !== null, `${age} Jahre`, { age: null }],
    [day.length > 0, day.map(offerDayName).join(', '), { day: [] }],
    [from !== '', `ab ${from} Uhr`, { from: '' }],
    [group !== '', group && offerGroupNames[group], { group: '' }],
    [kind !== '', kind && courseKindNames[kind], { kind: '' }],
    [club !== '', club && nameOf(club), { club: '' }],
    [department !== '', department, { department: '' }],
    [location !== '', location, { location: '' }],
    [free, 'Freie Plätze', { free: false }],
    [trial, 'Schnuppern', { trial: false }],
    [price !== null, `bis ${price} €`, { price: null }],
  ];
  return all.filter(([isSet]) => isSet).map(([, words, without]) => ({ words, without }));
}
