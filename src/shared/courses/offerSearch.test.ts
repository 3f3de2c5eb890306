import { expect, test } from 'vitest';
import { readQuery, searchOffers } from './offerSearch.ts';

type Searched = Parameters<typeof searchOffers>[0][number];

function offer(title: string, changes: Partial<Searched> = {}): Searched {
  return { title, subtitle: '', department: null, place: '', leaders: [], slots: [], ageMin: null, ageMax: null, ...changes };
}
const titles = (offers: readonly Searched[], text: string) => searchOffers(offers, readQuery(text).words).map(({ title }) => title);

test.each([
  ['Turnen für Kinder', ['turnen', 'kinder'], null],
  ['Schwimmen 6 Jahre', ['schwimmen'], 6],
  ['6-jährig', [], 6],
  ['ab 60', [], 60],
  ['Yoga ab 16 Jahren', ['yoga'], 16],
  ['Kurs am Mittwoch', ['mittwoch'], null],
  ['  ', [], null],
  ['U12', ['u12'], null],
])('"%s" is parsed into the words %j and the age %s', (text, words, age) => {
  expect(readQuery(text)).toEqual({ words, age });
});

test('an offer must contain every word; the title outranks the rest', () => {
  const offers = [
    offer('Gymnastik', { subtitle: 'mit Yoga', department: 'Turnen' }),
    offer('Yoga am Abend', { department: 'Turnen' }),
    offer('Judo', { department: 'Kampfsport' }),
  ];
  expect(titles(offers, 'yoga')).toEqual(['Yoga am Abend', 'Gymnastik']);
  expect(titles(offers, 'yoga turnen')).toEqual(['Yoga am Abend', 'Gymnastik']);
  expect(titles(offers, 'yoga judo')).toEqual([]);
});

test('another ending, an accent and either spelling of an umlaut give the same result', () => {
  const offers = [
    offer('Kinderturnen'),
    offer('Ballett für Mädchen'),
    offer('Zumba', { slots: [{ weekday: 3, startTime: '18:00', endTime: '19:00' }] }),
  ];
  expect(titles(offers, 'turnens')).toEqual(['Kinderturnen']);
  expect(titles(offers, 'maedchen')).toEqual(['Ballett für Mädchen']);
  expect(titles(offers, 'MÄDCHEN')).toEqual(['Ballett für Mädchen']);
  expect(titles(offers, 'mittwochs')).toEqual(['Zumba']);
});

test('one typo is tolerated from five letters on, two from seven, and only if no offer has the word itself', () => {
  const offers = [offer('Schwimmen'), offer('Judo'), offer('Tanzen')];
  expect(titles(offers, 'schwimen')).toEqual(['Schwimmen']);
  expect(titles(offers, 'schvimen')).toEqual(['Schwimmen']);
  expect(titles(offers, 'tanxen')).toEqual(['Tanzen']);
  expect(titles(offers, 'tamxen')).toEqual([]);
  expect(titles(offers, 'judu')).toEqual([]);
  expect(titles([...offers, offer('Tanxen')], 'tanxen')).toEqual(['Tanxen']);
});

test('exact matches come before those with a typo', () => {
  const offers = [
    offer('Tanzen', { subtitle: 'Schwimmen' }),
    offer('Schwimmen', { subtitle: 'Tanzen' }),
    offer('Wandern', { subtitle: 'Judo Tanzen' }),
  ];
  expect(titles(offers, 'tanxen judo')).toEqual(['Wandern']);
  expect(titles(offers, 'schvimen tanzen')).toEqual(['Tanzen', 'Schwimmen']);
});

test('the target group is found by age: an offer without limits is for adults', () => {
  const offers = [
    offer('A', { ageMin: 6, ageMax: 9 }),
    offer('B', { ageMin: 13, ageMax: 17 }),
    offer('C'),
    offer('D', { ageMin: 60 }),
    offer('E', { ageMax: 3 }),
  ];
  expect(titles(offers, 'kinder')).toEqual(['A', 'E']);
  expect(titles(offers, 'Jugendliche')).toEqual(['B']);
  expect(titles(offers, 'Erwachsene')).toEqual(['C', 'D']);
  expect(titles(offers, 'Senioren')).toEqual(['D']);
  expect(titles(offers, 'Eltern')).toEqual(['E']);
});

test('a hall is found by its whole word, so that "turning" does not find every gym', () => {
  const offers = [offer('Judo', { place: 'Turnhalle Nord' }), offer('Turnen')];
  expect(titles(offers, 'turnhalle')).toEqual(['Judo']);
  expect(titles(offers, 'turnen')).toEqual(['Turnen']);
});
