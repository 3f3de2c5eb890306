import { expect, test } from 'vitest';
import { isSameName, namesMembership, namesOffer, withdrawalEndsOn } from './declarationRules.ts';

test.each([
  ['2026-11-22', '2026-12-07', 'the 14th day is a Sunday'],
  ['2026-11-20', '2026-12-04', 'the 14th day is a Friday'],
  ['2026-11-21', '2026-12-07', 'the 14th day is a Saturday'],
  ['2026-12-11', '2026-12-28', 'the first day of Christmas is a Friday, then a weekend'],
  ['2027-03-12', '2027-03-30', 'Good Friday to Easter Monday'],
])('a contract of %s can be withdrawn from until %s: %s', (concludedOn, end) => {
  expect(withdrawalEndsOn(concludedOn)).toBe(end);
});

test('names are compared without case, accents and hyphens, and an empty name equals nothing', () => {
  expect(isSameName('Jörg Müller-Groß', 'joerg mueller gross')).toBe(true);
  expect(isSameName('René Álvarez', 'Rene Alvarez')).toBe(true);
  expect(isSameName('Mila Muster', 'Milan Muster')).toBe(false);
  expect(isSameName('', '')).toBe(false);
});

test('an offer is matched by number, title or a part of it, never by less than four letters', () => {
  const offer = { title: 'Badminton für Erwachsene', number: 'RWA-2026-036' };
  for (const words of ['rwa-2026-036', 'Badminton', 'mein Vertrag: Badminton für Erwachsene (mittwochs)'])
    expect(namesOffer(words, offer)).toBe(true);
  for (const words of ['Bad', 'Handball', '', '–']) expect(namesOffer(words, offer)).toBe(false);
});

test('the membership is no offer', () => {
  expect(['Mitgliedschaft', 'Vereinsmitgliedschaft Nr. 7', 'mitgliedschaft'].map(namesMembership)).toEqual([true, true, true]);
  expect(['Badminton', 'Gruppe für Mitglieder'].map(namesMembership)).toEqual([false, false]);
});

test('four letters of a title are enough, a number must match completely, and an offer without a title matches nothing', () => {
  const offer = { title: 'Yoga am Morgen', number: 'Y7' };
  expect([namesOffer('Yoga', offer), namesOffer('Yog', offer), namesOffer('y7', offer), namesOffer('7', offer)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(namesOffer('Yoga', { title: '–', number: 'Y7' })).toBe(false);
});
