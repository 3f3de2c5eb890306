import { expect, test } from 'vitest';
import { cardOrderInWords } from './cardOrder.ts';
import { keptOfCancelled, lastDayOf, standingOf, visitsLeft } from './cardRules.ts';

const numbers = { visits: 10, used: 3, corrected: 1 };
const card = { ...numbers, state: 'sold', validUntil: '2027-11-26' } as const;

test('the state of a card follows from its visits and its last day', () => {
  expect(visitsLeft(numbers)).toBe(6);
  expect(visitsLeft({ ...numbers, corrected: -2 })).toBe(9);
  expect(standingOf(card, '2027-11-26')).toBe('valid');
  expect(standingOf(card, '2027-11-27')).toBe('over');
  expect(standingOf({ ...card, used: 9 }, '2027-11-27')).toBe('empty');
  expect(standingOf({ ...card, state: 'cancelled' }, '2026-11-27')).toBe('cancelled');
});

test('twelve months end on the day before, also at the end of a short month', () => {
  expect(lastDayOf('2026-11-27', 12)).toBe('2027-11-26');
  expect(lastDayOf('2026-01-31', 1)).toBe('2026-02-27');
  expect(lastDayOf('2028-02-29', 12)).toBe('2029-02-27');
});

test('of a cancelled card the share of the used visits is kept', () => {
  expect(keptOfCancelled({ ...numbers, cents: 8000 })).toBe(3200);
  expect(keptOfCancelled({ visits: 3, used: 1, corrected: 0, cents: 1000 })).toBe(333);
  expect(keptOfCancelled({ visits: 10, used: 0, corrected: 0, cents: 8000 })).toBe(0);
});

test('the last step shows the product, the persons, the validity, the cancellation terms, the sum and the legal text', () => {
  const facts = {
    partner: 'Rot-Weiß Auenfeld e. V., Sportweg 1, 59999 Auenfeld',
    visits: 10,
    validMonths: 12,
    cents: 8000,
    scope: 'Yoga am Abend',
    people: 1,
    openVisits: 0,
    dueOn: '2026-12-11',
    today: '2026-11-27',
  };
  const { sentences, sum, button } = cardOrderInWords(facts);
  expect(sentences).toEqual([
    'Vertragspartner: Rot-Weiß Auenfeld e. V., Sportweg 1, 59999 Auenfeld',
    '10 Besuche für Yoga am Abend, gültig bis 26.11.2027.',
    'Jede Anwesenheit nimmt einen Besuch ab.',
    'Was bis zum letzten Tag nicht genutzt ist, verfällt und wird nicht erstattet.',
    'Widerrufen können Sie bis zum 11.12.2026. Mit dem Kauf verlangen Sie, dass Besuche sofort zählen; die bis dahin genommenen zahlen Sie dann anteilig.',
    'Fällig ist der Betrag am 11.12.2026.',
  ]);
  expect([sum, button]).toEqual(['Preis: 80,00\u00A0€', 'Zahlungspflichtig kaufen']);
  const shared = cardOrderInWords({ ...facts, people: 2, openVisits: 1 });
  expect(shared.sentences).toContain('2 Personen teilen sich die Karte: Jede Anwesenheit nimmt einen Besuch ab.');
  expect(shared.sentences).toContain('1 Besuch ohne Karte wird gleich abgezogen.');
});
